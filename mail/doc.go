// Package mail reads one e-mail: raw bytes in, a [Message] out. It never
// fails and never panics on what a stranger may send: every message gets a
// class, notes on what was odd, and lines that each have a class of their own.
//
//	raw bytes -> size gate -> repair on a copy -> header fields -> parts
//	          -> transfer encoding, charset -> plain text or HTML walker
//	          -> format=flowed -> lines -> class of each line
//
// # Limits first
//
// Raw 1 MB, header 64 kB, 500 lines, 16 kB a line, 10 levels of parts, 100
// parts, 100 addresses, HTML 512 kB, text 256 kB, 5,000 lines. What is beyond
// is [ClassTooBig], never cut in silence. Each step is linear in its input:
// parts are split by one scan per level, HTML is walked by its tokens, and
// the patterns are RE2.
//
// The header fields are read by go-message; parts are not. Its multipart
// reader is quadratic on nested parts, stops at a missing last boundary and
// cannot say "too many" before the work is done; splitting is forty lines here.
//
// # Classes of a message
//
// [ClassBounce], [ClassAuto] and [ClassList] come from robots: stored, never
// executed, never answered. [ClassMalformed] has not exactly one From with
// one mailbox. The rest is [ClassMail].
//
// # Classes of a line
//
// The text/plain part decides; HTML is read when the plain part shows nothing.
// What only the HTML half shows is listed behind the other lines.
// A line is kept unless it is quoted, announces a quotation, belongs to a
// signature or is a banner. Two rules protect what the player wrote: text
// below a block of ">" lines is an answer between the lines and stays kept,
// and so does text below a lone "Le ... a écrit :" with nothing above it.
// Every line comes out, the ones that do not count with their class; a line in
// which an attribution follows the player's words comes out as two. "Cordialement,
// Zoe" stays kept: what stands below it may be an order, and a name is none.
//
// testdata/headers lists what is known: quote headers in some twenty languages,
// lines of programs, and words that only look like them.
//
// Files are not read, only counted, with one exception: who writes nothing and
// attaches one text file means that file.
//
// # Threats
//
// What a sender, a robot or an accident may try, and the tests and testdata/cases
// that hold it off; TestThreats sees to it that they exist.
//
//	T1  forged From                  TestOneSender TestVouching TestACodeReleasesTheMailItWasMadeFor TestMailInAndOut from-trick
//	T2  a forged verdict on top      TestResultsOfTheBoundary TestABoundaryWithoutAnID
//	T3  a pass inside a comment      TestResultsOfTheBoundary FuzzResults
//	T4  two From, two of anything    two-from two-mailboxes from-group two-subjects TestOneSender
//	T5  old mail sent again          TestMailForOthersIsAReplay TestAgain
//	T6  lists and forwarders         list TestListCopy TestSignaturesThatWeCheck
//	T7  a stolen token               TestTheTokenOfASeatRoutes TestOldTokensAndMailsSpeakForNobody TestASeatsTokenBringsTheQuestionToItsHolder
//	T8  passwords in mails           there are none: TestWhatIsNoCode
//	T9  copies and reused ids        TestSameID TestUndated TestUnprovenCopyShadowsNothing
//	T10 robots and loops             auto-submitted auto-precedence auto-absence auto-own TestTwoRobotsStop TestRobotsAreLeftAlone
//	T11 answers to the wrong one     TestEveryMessageGetsAnOutcome TestASeatsTokenBringsTheQuestionToItsHolder
//	T12 bounces                      bounce-report bounce-plain TestBounces TestForgedBounces TestModeratorIsToldOfFailures
//	T13 bombs                        TestBombs TestLinear TestLinearTime TestBig TestLMTPLimits TestEveryMessageGetsAnOutcome
//	T14 fields in our answers        TestHeaderInjection FuzzCompose
//	T15 hidden and lookalike text    zero-width rtl html-hidden html-only-hidden struck
//	T16 halves that differ           halves-differ halves-same halves-struck
//	T17 orders in files              attached-docx attached-two attachment-only TestSubjectAndFilesReachTheSheet
//	T18 lines in our log             TestPassword TestAnswers
//	T19 secrets in our log           TestPassword TestTokens TestWrongPassword
//
// And where a program may be killed: fetched and not stored, stored and not
// judged, judged and not marked, with a mailbox made anew (TestKill, TestValidity),
// sent and not recorded, with a mailbox that somebody emptied (TestKilledAtEveryStep,
// TestKilledWithTheReceiptOut), anywhere (TestMailSurvivesKills).
//
// # Notes
//
// Stable words on what was repaired or looks odd; the intake adds those with *.
//
//	two-from no-from bad-from            why a message is malformed
//	from-repaired                        the name in From is broken, its one address is not
//	two-date two-message-id two-subject two-content-type
//	from-line-removed bare-cr nul-removed broken-header broken-multipart unknown-encoding charset-guessed
//	alternatives-differ html-not-compared
//	html-used attachment-ignored attachment-read own-address unreadable
//	raw-too-big header-too-big parts-too-deep too-many-parts too-many-addresses html-too-big text-too-big
//	too-many-lines lines-too-big*        why a message is too big
//	same-id-other-content* also-in-<inbox>* time-in-future*
//
// # Cases
//
// testdata/cases holds one mail per file with what is read of it. To add one,
// write its title and the section mail, run "go test ./mail -update", and look
// at what it wrote. A mail program that we misread becomes a case.
//
// # Time
//
// [Message.When] takes the topmost Received field (of the pinned host, when
// there is one), else the time the source gives, else our clock. The Date
// field belongs to the sender and decides nothing.
package mail
