-- What a picker keeps: captures on their way into the collection, named drafts of selections, and
-- what filters said. Times are nanoseconds since 1970-01-01 UTC. Running sessions are files beside
-- the catalog, so that a selection never waits for an index run.

-- Captures ----------------------------------------------------------------------------------------

-- Files in the inbox. Rows that are promoted or discarded stay until the inbox is swept.
CREATE TABLE capture (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The name of the staged file without its suffix: random, never reused.
  uid TEXT NOT NULL UNIQUE,
  -- The staged file in the inbox's folder, and the name that it came with.
  staged BLOB NOT NULL,
  name BLOB NOT NULL,
  type INTEGER CHECK (type IN (1, 2)), -- 1 image, 2 video; NULL while nothing has read it
  mime TEXT,
  size INTEGER NOT NULL,
  width INTEGER, -- as displayed
  height INTEGER,
  duration INTEGER, -- nanoseconds
  taken INTEGER, -- capture time: wall time in nanoseconds
  digest BLOB CHECK (length(digest) = 16), -- XXH3-128 of the bytes as they came
  origin TEXT NOT NULL, -- file, camera, upload
  state TEXT NOT NULL CHECK (state IN ('staged', 'quarantined', 'promoting', 'promoted',
    'discarded')),
  error_code TEXT,
  error TEXT,
  -- Who holds it, and until when: no sweep takes its file, nobody else promotes or discards it.
  lease TEXT,
  lease_expires INTEGER,
  -- Where a promotion is going: written before the file is, so that a crash can be made up for.
  target BLOB,
  created INTEGER NOT NULL
) STRICT;
CREATE INDEX capture_state ON capture (state, id);

-- Selections --------------------------------------------------------------------------------------

-- Typed by a person: no sweep takes it.
CREATE TABLE picker_draft (
  name TEXT PRIMARY KEY,
  items TEXT NOT NULL, -- JSON, in order
  updated INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Filters -----------------------------------------------------------------------------------------

-- Versions of filters that have a name. Ids are never reused: a late writer must not speak for
-- another filter.
CREATE TABLE picker_filter (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  UNIQUE (name, version)
) STRICT;

-- What a filter said of one revision of an item; rebuildable.
CREATE TABLE filter_verdict (
  filter INTEGER NOT NULL REFERENCES picker_filter (id),
  media INTEGER NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  revision INTEGER NOT NULL,
  verdict INTEGER NOT NULL CHECK (verdict IN (0, 1)),
  PRIMARY KEY (filter, media)
) STRICT, WITHOUT ROWID;
CREATE INDEX filter_verdict_media ON filter_verdict (media);
