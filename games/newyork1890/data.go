package newyork1890

// data holds the tables of the game. Everything is a list, in a fixed order.
type data struct {
	Hash string `toml:"-"`

	Version  string    `toml:"version"`
	Gangs    []gangRow `toml:"gangs"`
	Quarters []quarter `toml:"quarters"`
	Edges    []edge    `toml:"edges"`
	Spaces   []named   `toml:"spaces"`
	Terrain  []terrain `toml:"terrain"`
	Open     []opening `toml:"open"`

	Start      startRow   `toml:"start"`
	Supply     sexesRow   `toml:"supply"`
	Limits     limits     `toml:"limits"`
	Activities []activity `toml:"activities"`
	Robbery    []robRow   `toml:"robbery"`
	Port       []portRow  `toml:"port"`
	Weapons    []weapon   `toml:"weapons"`
	Equipment  []role     `toml:"equipment"`
	Alcohol    dial       `toml:"alcohol"`
	Sober      soberRow   `toml:"sober"`
	Tracks     trackRow   `toml:"tracks"`

	PoliceStart []string    `toml:"police_start"`
	Election    []int       `toml:"election"`
	Bribe       bribeRow    `toml:"bribe"`
	Favours     favourTable `toml:"favours"`
	FavourRanks []rankRow   `toml:"favour_ranks"`
	FavourUses  []favourUse `toml:"favour_uses"`
	Pacts       []pactRow   `toml:"pacts"`

	neighbours [][]int // by index in Quarters
}

type gangRow struct {
	Key  string `toml:"key"`
	Name string `toml:"name"`
	HQ   string `toml:"hq"`
}

type quarter struct {
	Code    string `toml:"code"`
	FR      string `toml:"fr"`
	EN      string `toml:"en"`
	Terrain string `toml:"terrain"`
	Zone    int    `toml:"zone"`
}

type edge struct {
	A    string `toml:"a"`
	B    string `toml:"b"`
	Rail bool   `toml:"rail"`
}

type named struct {
	Key string `toml:"key"`
	FR  string `toml:"fr"`
	EN  string `toml:"en"`
}

type terrain struct {
	Key      string `toml:"key"`
	Joint    bool   `toml:"joint"`
	Traffic  bool   `toml:"traffic"`
	Battle   bool   `toml:"battle"`
	Stops    bool   `toml:"stops"`
	RobBonus int    `toml:"rob_bonus"`
}

type opening struct {
	Gangs    int      `toml:"gangs"`
	Zones    []int    `toml:"zones"`
	Quarters []string `toml:"quarters"`
}

type startRow struct {
	Money   int `toml:"money"`
	Members int `toml:"members"`
	Alcohol int `toml:"alcohol"`
	Males   int `toml:"males"`
	Females int `toml:"females"`
}

type sexesRow struct {
	Males   int `toml:"males"`
	Females int `toml:"females"`
}

type limits struct {
	Double        int `toml:"double"`
	RobPerQuarter int `toml:"rob_per_quarter"`
	RolePerGang   int `toml:"role_per_gang"`
}

type activity struct {
	Key     string `toml:"key"`
	FR      string `toml:"fr"`
	EN      string `toml:"en"`
	Kind    string `toml:"kind"` // "joint" or "traffic"
	Members int    `toml:"members"`
	Females int    `toml:"females"`
	Income  int    `toml:"income"`
	Bottles int    `toml:"bottles"`
	Supply  string `toml:"supply"` // good it sells, one a year
	Yields  string `toml:"yields"` // good it makes
	Yield   int    `toml:"yield"`
	Stock   int    `toml:"stock"`
}

type robRow struct {
	Members int    `toml:"members"`
	Gain    int    `toml:"gain"`
	FR      string `toml:"fr"`
	EN      string `toml:"en"`
}

type portRow struct {
	Members int `toml:"members"`
	Price   int `toml:"price"`
}

type weapon struct {
	Key    string   `toml:"key"`
	FR     string   `toml:"fr"`
	EN     string   `toml:"en"`
	Also   []string `toml:"also"`
	Cost   int      `toml:"cost"`
	Effect string   `toml:"effect"`
}

type role struct {
	Key        string `toml:"key"`
	FR         string `toml:"fr"`
	EN         string `toml:"en"`
	Effect     string `toml:"effect"`
	N          int    `toml:"n"`
	Box        int    `toml:"box"`
	JointsPaid int    `toml:"joints_paid"`
}

type dial struct {
	Max       int     `toml:"max"`
	MinInPlay int     `toml:"min_in_play"`
	Levels    []level `toml:"levels"`
}

type level struct {
	From     int    `toml:"from"`
	FR       string `toml:"fr"`
	EN       string `toml:"en"`
	Pay      int    `toml:"pay"`
	Hospital int    `toml:"hospital"`
	Tombs    int    `toml:"tombs"`
}

type soberRow struct {
	Action int `toml:"action"`
}

type trackRow struct {
	Hospital     int `toml:"hospital"`
	Tombs        int `toml:"tombs"`
	DialHospital int `toml:"dial_hospital"`
	DialTombs    int `toml:"dial_tombs"`
}

type bribeRow struct {
	Females int `toml:"females"`
	Money   int `toml:"money"`
	Steps   int `toml:"steps"`
}

type favourTable struct {
	Board    []int  `toml:"board"`
	Text     []int  `toml:"text"`
	PawnTo   string `toml:"pawn_to"`
	PawnHome string `toml:"pawn_home"`
}

type rankRow struct {
	Gangs int `toml:"gangs"`
	Ranks int `toml:"ranks"`
}

type favourUse struct {
	Key      string `toml:"key"`
	FR       string `toml:"fr"`
	EN       string `toml:"en"`
	N        int    `toml:"n"`
	SuffixFR string `toml:"suffix_fr"`
	SuffixEN string `toml:"suffix_en"`
}

type pactRow struct {
	Key     string `toml:"key"`
	FR      string `toml:"fr"`
	EN      string `toml:"en"`
	Pairs   int    `toml:"pairs"`
	Members int    `toml:"members"`
	Module  string `toml:"module"`
}
