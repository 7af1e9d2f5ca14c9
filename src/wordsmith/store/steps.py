"""The tables of a store, step by step, in the SQL that SQLite and PostgreSQL share.

What is translated: ``INTEGER`` and ``REAL`` hold 64 bits (``BIGINT`` and ``DOUBLE PRECISION`` in
PostgreSQL), and a table of SQLite is ``STRICT, WITHOUT ROWID``. Times are milliseconds since 1970,
truths are 0 and 1.
"""

from __future__ import annotations

STEPS: dict[int, str] = {
    1: """
CREATE TABLE guests (
    id TEXT PRIMARY KEY,        -- SHA-256 of the cookie, in hex
    since_ms INTEGER NOT NULL
);
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    key TEXT UNIQUE,            -- of the intent that made it
    variant TEXT NOT NULL,
    front INTEGER NOT NULL,
    settings TEXT NOT NULL,
    version INTEGER NOT NULL,   -- seq of the last command
    at_ms INTEGER NOT NULL,     -- of the last command
    ended INTEGER NOT NULL,
    bots_due INTEGER NOT NULL,
    summary TEXT NOT NULL
);
CREATE INDEX waiting ON tables (at_ms) WHERE bots_due = 1;
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables,
    seat INTEGER NOT NULL,
    guest TEXT,                 -- NULL: a bot
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX held ON seats (guest) WHERE guest IS NOT NULL;
CREATE TABLE commands (
    table_id TEXT NOT NULL REFERENCES tables,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    seat INTEGER,
    key TEXT NOT NULL,
    action TEXT NOT NULL,
    events TEXT NOT NULL,
    PRIMARY KEY (table_id, seq),
    UNIQUE (table_id, key)
);
""",
    2: """
-- people: a guest of the first step is a person with one session of the same name
ALTER TABLE guests RENAME TO persons;
ALTER TABLE persons ADD COLUMN name TEXT NOT NULL DEFAULT '';      -- as shown; the last one used
ALTER TABLE persons ADD COLUMN language TEXT NOT NULL DEFAULT '';  -- of reminders
ALTER TABLE persons ADD COLUMN login TEXT;          -- folded; NULL: a guest without an account
ALTER TABLE persons ADD COLUMN password TEXT;       -- argon2
ALTER TABLE persons ADD COLUMN login_shape TEXT;    -- how it looks: no two look alike
ALTER TABLE persons ADD COLUMN email TEXT;          -- confirmed: for reminders, and a new password
ALTER TABLE persons ADD COLUMN email_asked TEXT;    -- not confirmed: gets the question alone
ALTER TABLE persons ADD COLUMN reminders INTEGER NOT NULL DEFAULT 1; -- may be sent by mail
ALTER TABLE persons ADD COLUMN role TEXT NOT NULL DEFAULT '';      -- "moderator", or nothing
ALTER TABLE persons ADD COLUMN factor TEXT;         -- secret of the second factor
ALTER TABLE persons ADD COLUMN wants_rating INTEGER NOT NULL DEFAULT 0;
ALTER TABLE persons ADD COLUMN deleted_ms INTEGER;
CREATE UNIQUE INDEX logins ON persons (login) WHERE login IS NOT NULL;
CREATE UNIQUE INDEX login_shapes ON persons (login_shape) WHERE login_shape IS NOT NULL;
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,        -- SHA-256 of the cookie, in hex
    person TEXT NOT NULL,
    since_ms INTEGER NOT NULL,
    seen_ms INTEGER NOT NULL,
    agent TEXT NOT NULL DEFAULT '',
    address TEXT NOT NULL DEFAULT '',               -- keyed hash of where it came from last
    strong_until_ms INTEGER NOT NULL DEFAULT 0      -- the second factor was given
);
CREATE INDEX sessions_of ON sessions (person);
INSERT INTO sessions (id, person, since_ms, seen_ms) SELECT id, id, since_ms, since_ms FROM persons;
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,        -- credential id, base64url
    person TEXT NOT NULL,
    public_key TEXT NOT NULL,   -- base64url
    sign_count INTEGER NOT NULL,
    name TEXT NOT NULL,
    since_ms INTEGER NOT NULL
);
CREATE INDEX passkeys_of ON passkeys (person);
CREATE TABLE challenges (       -- what a passkey has to sign
    session TEXT NOT NULL,
    kind TEXT NOT NULL,         -- "register", "login"
    challenge TEXT NOT NULL,    -- base64url
    login TEXT,                 -- that a guest wants to have
    until_ms INTEGER NOT NULL,
    PRIMARY KEY (session, kind)
);
CREATE TABLE sanctions (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    kind TEXT NOT NULL,         -- "mute", "ban"
    since_ms INTEGER NOT NULL,
    until_ms INTEGER,           -- NULL: for good
    by_person TEXT NOT NULL,
    reason TEXT NOT NULL
);
CREATE INDEX sanctions_of ON sanctions (person);

-- tables
DROP INDEX waiting;             -- files of the first step say WHERE bots_due
CREATE INDEX waiting ON tables (at_ms) WHERE bots_due = 1;
-- "gathering", "playing", "ended", "cancelled"
ALTER TABLE tables ADD COLUMN phase TEXT NOT NULL DEFAULT 'playing';
UPDATE tables SET phase = 'ended' WHERE ended = 1;
ALTER TABLE tables DROP COLUMN ended;
ALTER TABLE tables ADD COLUMN pace TEXT NOT NULL DEFAULT 'none';      -- "none", "live", "slow"
ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;      -- in the lobby
ALTER TABLE tables ADD COLUMN invite TEXT;                            -- secret of the invitation
ALTER TABLE tables ADD COLUMN group_id TEXT;                          -- whose word list it shares
ALTER TABLE tables ADD COLUMN on_turn INTEGER;                        -- whose act is waited for
ALTER TABLE tables ADD COLUMN due_at_ms INTEGER;                      -- when a clock runs out
CREATE UNIQUE INDEX invited ON tables (invite) WHERE invite IS NOT NULL;
CREATE INDEX lobby ON tables (at_ms) WHERE listed = 1;
CREATE INDEX flags ON tables (due_at_ms) WHERE due_at_ms IS NOT NULL;
CREATE INDEX unhurried ON tables (pace) WHERE phase = 'playing' AND pace <> 'live' AND front = 0;
CREATE INDEX lately_over ON tables (at_ms) WHERE phase = 'ended';
CREATE INDEX of_group ON tables (group_id) WHERE group_id IS NOT NULL;
DROP INDEX held;
ALTER TABLE seats RENAME COLUMN guest TO person;
ALTER TABLE seats ADD COLUMN name TEXT NOT NULL DEFAULT '';           -- as shown at this table
CREATE INDEX held ON seats (person) WHERE person IS NOT NULL;
CREATE TABLE alive (
    process TEXT PRIMARY KEY,   -- a running server
    at_ms INTEGER NOT NULL      -- its last sign of life
);
CREATE TABLE facts (            -- of the site itself: keys of its own making
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- words that a group of people has agreed on
CREATE TABLE group_words (
    group_id TEXT NOT NULL,
    word TEXT NOT NULL,         -- capitals
    language TEXT NOT NULL,     -- "ru", "en"
    at_ms INTEGER NOT NULL,
    table_id TEXT,              -- where it was accepted; NULL: added by hand
    PRIMARY KEY (group_id, language, word)
);

-- talk
CREATE TABLE messages (
    table_id TEXT NOT NULL,
    n INTEGER NOT NULL,         -- counts from 1 at each table
    at_ms INTEGER NOT NULL,
    person TEXT NOT NULL,
    seat INTEGER,               -- NULL: a spectator
    name TEXT NOT NULL,
    channel TEXT NOT NULL,      -- "table", "watchers", "whisper"
    to_seat INTEGER,            -- of a whisper to a player; NULL: from the player to his adviser
    to_person TEXT,             -- of a whisper: who alone may read it besides its author
    words TEXT NOT NULL,
    hidden INTEGER NOT NULL DEFAULT 0,  -- by a moderator
    key TEXT NOT NULL,          -- of the intent
    PRIMARY KEY (table_id, n),
    UNIQUE (table_id, key)
);
CREATE INDEX said_by ON messages (person);
CREATE INDEX whispered_to ON messages (to_person) WHERE to_person IS NOT NULL;
CREATE TABLE mutes (
    person TEXT NOT NULL,       -- who does not want to hear
    whom TEXT NOT NULL,
    since_ms INTEGER NOT NULL,
    PRIMARY KEY (person, whom)
);
CREATE INDEX muted ON mutes (whom);
CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    by_person TEXT NOT NULL,
    whom TEXT NOT NULL,
    table_id TEXT NOT NULL,
    message INTEGER,            -- n; NULL: about the play or the name
    reason TEXT NOT NULL,
    state TEXT NOT NULL,        -- "open", "upheld", "dismissed"
    closed_by TEXT,
    closed_ms INTEGER
);
CREATE INDEX reports_open ON reports (at_ms) WHERE state = 'open';
CREATE TABLE offensive (        -- words that chat and names may not hold, besides those that ship
    language TEXT NOT NULL,
    word TEXT NOT NULL,
    allowed INTEGER NOT NULL,   -- 1: an exception from those that ship
    PRIMARY KEY (language, word)
);
CREATE TABLE moderation (       -- every act of a moderator
    id TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    by_person TEXT NOT NULL,
    act TEXT NOT NULL,
    about TEXT NOT NULL         -- JSON
);

-- notices
CREATE TABLE subscriptions (
    endpoint TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    since_ms INTEGER NOT NULL
);
CREATE INDEX subscriptions_of ON subscriptions (person);
CREATE TABLE notices (          -- what has been sent, so that it is sent once
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    person TEXT NOT NULL,
    kind TEXT NOT NULL,         -- "turn", "soon", "nudge", "ended"
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq, person, kind)
);

-- results: written with the last command of a game
CREATE TABLE results (
    table_id TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    variant TEXT NOT NULL,
    pace TEXT NOT NULL,
    rated INTEGER NOT NULL,
    reason TEXT NOT NULL,       -- of rules.events.EndReason
    applied INTEGER NOT NULL    -- 1: the ratings have been changed by it
);
CREATE INDEX results_due ON results (at_ms) WHERE applied = 0 AND rated = 1;
CREATE TABLE result_seats (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    person TEXT,                -- NULL: a bot, or a person who is gone
    level TEXT,                 -- of a bot
    score INTEGER NOT NULL,
    place INTEGER NOT NULL,     -- from 1; equal scores share it
    turns INTEGER NOT NULL,
    full_racks INTEGER NOT NULL,
    best_word TEXT NOT NULL,
    best_word_points INTEGER NOT NULL,
    best_turn INTEGER NOT NULL, -- number of the turn, 0: none
    best_turn_points INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX results_of ON result_seats (person) WHERE person IS NOT NULL;
CREATE TABLE ratings (
    person TEXT NOT NULL,
    variant TEXT NOT NULL,
    pace TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (person, variant, pace)
);
CREATE TABLE rating_changes (
    table_id TEXT NOT NULL,
    person TEXT NOT NULL,
    before REAL NOT NULL,
    after REAL NOT NULL,
    PRIMARY KEY (table_id, person)
);
CREATE TABLE signals (          -- how moves were made; nothing is ever decided by it alone
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    think_ms INTEGER NOT NULL,
    blurs INTEGER NOT NULL,     -- times the page lost the focus
    points INTEGER NOT NULL,
    best_points INTEGER,        -- of the best turn, where it was looked for
    PRIMARY KEY (table_id, seq)
);
""",
    3: """
-- plays of rated games are compared with the best ones
ALTER TABLE signals ADD COLUMN lost INTEGER;        -- worth below that of the best turn
ALTER TABLE results ADD COLUMN compared INTEGER NOT NULL DEFAULT 0; -- 1: begun, or done
CREATE INDEX results_to_compare ON results (at_ms) WHERE compared = 0 AND rated = 1;
""",
}
"""A step is never changed once it has been published; a change of the tables is a new one."""

VERSION = max(STEPS)
