package sqlite

const (
	applicationID = 0x46504c47 // "FPLG"
	schemaVersion = 1
)

// schema makes a log; it runs in one transaction. keys has the keys of the first
// checkpoints.keyed commits (of the newest checkpoint).
const schema = `
CREATE TABLE streams(
  sid  INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE commits(
  seq  INTEGER PRIMARY KEY CHECK(seq > 0),
  sid  INTEGER NOT NULL REFERENCES streams,
  prev INTEGER NOT NULL CHECK(prev >= 0 AND prev < seq),
  key  BLOB NOT NULL CHECK(length(key) = 16),
  leaf BLOB NOT NULL CHECK(length(leaf) = 32),
  sum  BLOB CHECK(length(sum) = 32),
  body BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX successor ON commits(prev) WHERE prev > 0;
CREATE UNIQUE INDEX beginning ON commits(sid) WHERE prev = 0;
CREATE TABLE keys(
  sid INTEGER NOT NULL,
  key BLOB NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY(sid, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE blobs(
  id   INTEGER PRIMARY KEY,
  h    BLOB NOT NULL UNIQUE CHECK(length(h) = 32),
  key  TEXT NOT NULL,
  data BLOB NOT NULL
) STRICT;
CREATE TABLE checkpoints(
  size  INTEGER PRIMARY KEY CHECK(size > 0),
  root  BLOB NOT NULL CHECK(length(root) = 32),
  peaks BLOB NOT NULL,
  mac   BLOB NOT NULL,
  keyed INTEGER NOT NULL CHECK(keyed BETWEEN 0 AND size)
) STRICT;
CREATE TRIGGER streams_update BEFORE UPDATE ON streams BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER streams_delete BEFORE DELETE ON streams BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER commits_update BEFORE UPDATE ON commits BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER commits_delete BEFORE DELETE ON commits BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER keys_update BEFORE UPDATE ON keys BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER keys_delete BEFORE DELETE ON keys BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER blobs_update BEFORE UPDATE ON blobs BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER blobs_delete BEFORE DELETE ON blobs BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER checkpoints_update BEFORE UPDATE ON checkpoints BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER checkpoints_delete BEFORE DELETE ON checkpoints BEGIN SELECT RAISE(ABORT, 'append-only'); END;
PRAGMA application_id = 0x46504c47;
PRAGMA user_version = 1;
`
