-- What version 4 changed, as its first program made it. It never changes: see migrations.py.

CREATE TABLE matches (
	id VARCHAR NOT NULL,
	revision INTEGER NOT NULL,
	game VARCHAR NOT NULL,
	rules_version INTEGER NOT NULL,
	expansion VARCHAR,
	agreements TEXT NOT NULL,
	state VARCHAR NOT NULL,
	turn INTEGER,
	round INTEGER NOT NULL,
	actions INTEGER NOT NULL,
	result VARCHAR,
	ended_at FLOAT,
	host INTEGER NOT NULL,
	public BOOLEAN NOT NULL,
	invite VARCHAR NOT NULL,
	updated FLOAT NOT NULL,
	record TEXT,
	PRIMARY KEY (id),
	FOREIGN KEY(host) REFERENCES players (id)
);
CREATE INDEX matches_by_host ON matches (host, state);
CREATE INDEX matches_by_invite ON matches (invite);
CREATE INDEX matches_listed ON matches (state, public, updated);

CREATE TABLE results (
	"match" VARCHAR NOT NULL,
	seat INTEGER NOT NULL,
	player INTEGER,
	result VARCHAR NOT NULL,
	points INTEGER,
	ended_at FLOAT NOT NULL,
	PRIMARY KEY ("match", seat),
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE,
	FOREIGN KEY(player) REFERENCES players (id)
)
 WITHOUT ROWID;
CREATE INDEX results_by_player ON results (player, ended_at);

CREATE TABLE seats (
	"match" VARCHAR NOT NULL,
	seat INTEGER NOT NULL,
	player INTEGER,
	name VARCHAR NOT NULL,
	seen INTEGER NOT NULL,
	seen_agreements TEXT,
	PRIMARY KEY ("match", seat),
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE,
	FOREIGN KEY(player) REFERENCES players (id)
)
 WITHOUT ROWID;
CREATE INDEX seats_by_player ON seats (player, "match");
