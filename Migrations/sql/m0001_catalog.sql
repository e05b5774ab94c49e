-- The first schema. Times are nanoseconds since 1970-01-01: UTC where a column says so, wall time
-- (no zone) for `taken`. Paths are bytes. Codes are explained where they stand and in the views.

CREATE TABLE catalog (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  uid BLOB NOT NULL CHECK (length(uid) = 16),
  created INTEGER NOT NULL,
  -- Change tokens below this number are too old to answer.
  change_floor INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Places -----------------------------------------------------------------------------------------

CREATE TABLE root (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path BLOB NOT NULL UNIQUE,
  state TEXT NOT NULL DEFAULT 'online' CHECK (state IN ('online', 'offline', 'removed')),
  state_reason TEXT,
  filesystem_uuid BLOB,
  filesystem_type TEXT,
  -- 1 where inodes change by themselves (exFAT, sshfs, mergerfs): then only size and mtime count.
  unstable_inodes INTEGER NOT NULL DEFAULT 0,
  include_hidden INTEGER NOT NULL DEFAULT 0,
  default_ignores INTEGER NOT NULL DEFAULT 1,
  -- Patterns of --exclude, each closed by NUL.
  excludes BLOB NOT NULL DEFAULT x'',
  added INTEGER NOT NULL,
  last_scan INTEGER
) STRICT;

-- Names at the top of a root when it was last scanned: they tell a foreign disk from the known one.
CREATE TABLE root_entry (
  root INTEGER NOT NULL REFERENCES root (id) ON DELETE CASCADE,
  name BLOB NOT NULL,
  PRIMARY KEY (root, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE folder (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  root INTEGER NOT NULL REFERENCES root (id),
  parent INTEGER REFERENCES folder (id),
  -- Relative to the root, without slashes at its ends; empty for the root itself.
  path BLOB NOT NULL,
  name_key BLOB NOT NULL,
  UNIQUE (root, path)
) STRICT;
CREATE INDEX folder_parent ON folder (parent);

-- One row an index run.
CREATE TABLE scan (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  started INTEGER NOT NULL,
  finished INTEGER,
  seen INTEGER NOT NULL DEFAULT 0,
  indexed INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  moved INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  missing INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Media: derived from files, rebuildable ---------------------------------------------------------

CREATE TABLE camera (
  id INTEGER PRIMARY KEY,
  make TEXT NOT NULL,
  model TEXT NOT NULL,
  UNIQUE (make, model)
) STRICT;

CREATE TABLE lens (
  id INTEGER PRIMARY KEY,
  make TEXT NOT NULL,
  model TEXT NOT NULL,
  UNIQUE (make, model)
) STRICT;

CREATE TABLE media (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- UUIDv7: 48 bits of time, 74 random ones; no two are alike, so no index checks it.
  uid BLOB NOT NULL CHECK (length(uid) = 16),
  -- The folder of its main file, for pages of one folder.
  folder INTEGER NOT NULL REFERENCES folder (id),
  -- Folded name for search, natural key for sorting.
  name_folded TEXT NOT NULL,
  name_key BLOB NOT NULL,
  ext TEXT, -- lower case, without its dot
  added INTEGER NOT NULL,
  scan INTEGER NOT NULL,
  -- Grows with each change of the bytes.
  revision INTEGER NOT NULL DEFAULT 1,
  -- Why pages leave it out: 1 failed, 2 missing, 8 hidden, 16 trashed. Bits 8 and 16 follow `edit`.
  -- An offline root is no bit: it is looked up by root, so a lost disk rewrites no row.
  exclusion INTEGER NOT NULL DEFAULT 0,
  -- What sorting and grouping use: the person's date if there is one, else `file_taken`.
  taken INTEGER NOT NULL,
  month INTEGER GENERATED ALWAYS AS (
    CAST(strftime('%Y%m',
      (taken - ((taken % 1000000000) + 1000000000) % 1000000000) / 1000000000, 'unixepoch')
    AS INTEGER)) VIRTUAL,

  type INTEGER NOT NULL CHECK (type IN (1, 2)), -- 1 image, 2 video
  format INTEGER NOT NULL,
  mime TEXT NOT NULL,
  codec TEXT,
  width INTEGER,
  height INTEGER,
  orientation INTEGER NOT NULL DEFAULT 1 CHECK (orientation BETWEEN 1 AND 8),
  display_width INTEGER,
  display_height INTEGER,
  duration INTEGER, -- nanoseconds
  frame_rate REAL,
  capture_frame_rate REAL,
  has_audio INTEGER,
  hdr TEXT,
  subtypes INTEGER NOT NULL DEFAULT 0,

  file_taken INTEGER NOT NULL,
  file_taken_offset INTEGER, -- seconds
  file_taken_source TEXT NOT NULL,
  file_taken_precision TEXT NOT NULL,
  file_taken_confidence INTEGER NOT NULL, -- 3 high, 2 medium, 1 low
  runner_up_taken INTEGER,
  runner_up_offset INTEGER,
  runner_up_source TEXT,

  camera INTEGER,
  camera_serial TEXT,
  lens INTEGER,
  software TEXT,
  artist TEXT,
  copyright TEXT,
  iso INTEGER,
  f_number REAL,
  exposure_time REAL,
  exposure_bias REAL,
  focal_length REAL,
  focal_length_35mm REAL,
  flash INTEGER,
  white_balance TEXT,
  metering TEXT,
  color_profile TEXT,

  latitude REAL,
  longitude REAL,
  altitude REAL,
  direction REAL,
  place TEXT,

  file_rating INTEGER,
  file_label TEXT,
  file_title TEXT,
  file_caption TEXT,
  burst_id TEXT,
  content_id TEXT,
  warnings INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX media_taken ON media (taken) WHERE exclusion = 0;
CREATE INDEX media_type_taken ON media (type, taken) WHERE exclusion = 0;
CREATE INDEX media_camera_taken ON media (camera, taken)
  WHERE exclusion = 0 AND camera IS NOT NULL;
-- With `type`, so that folder albums are counted without a look at their rows.
CREATE INDEX media_folder_taken ON media (folder, taken, type) WHERE exclusion = 0;
CREATE INDEX media_excluded ON media (exclusion, taken) WHERE exclusion <> 0;
CREATE INDEX media_scan ON media (scan);
CREATE INDEX media_content_id ON media (content_id) WHERE content_id IS NOT NULL;
CREATE INDEX media_burst_id ON media (burst_id) WHERE burst_id IS NOT NULL;

-- Where bytes are now. In the order of its key a folder's files are read back in one sweep.
CREATE TABLE file (
  folder INTEGER NOT NULL REFERENCES folder (id),
  name BLOB NOT NULL,
  -- NULL for files that are no media: remembered only so that they are not opened again.
  media INTEGER REFERENCES media (id),
  role INTEGER NOT NULL CHECK (role IN (0, 1, 2, 3)), -- 0 main, 1 hard link, 2 sidecar, 3 no media
  size INTEGER NOT NULL,
  mtime INTEGER NOT NULL, -- UTC
  ctime INTEGER NOT NULL, -- UTC
  inode INTEGER NOT NULL,
  -- The version of the reader that looked last; a newer one looks again.
  reader INTEGER NOT NULL,
  missing_since INTEGER, -- UTC; NULL while it is there
  error_code TEXT,
  error TEXT,
  digest BLOB CHECK (length(digest) = 16), -- XXH3-128
  PRIMARY KEY (folder, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX file_media ON file (media) WHERE media IS NOT NULL;

CREATE TABLE keyword (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE media_keyword (
  media INTEGER NOT NULL REFERENCES media (id),
  keyword INTEGER NOT NULL REFERENCES keyword (id),
  position INTEGER NOT NULL,
  PRIMARY KEY (media, keyword)
) STRICT, WITHOUT ROWID;
CREATE INDEX media_keyword_keyword ON media_keyword (keyword);

CREATE TABLE media_warning (
  media INTEGER NOT NULL REFERENCES media (id),
  position INTEGER NOT NULL,
  tag TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (media, position)
) STRICT, WITHOUT ROWID;

-- Bits of media.subtypes.
CREATE TABLE subtype (
  bit INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO subtype (bit, name) VALUES (0, 'livephoto'), (1, 'screenshot'), (2, 'screenrecording'),
  (3, 'raw'), (4, 'burst'), (5, 'panorama'), (6, 'animated'), (7, 'slomo'), (8, 'timelapse'),
  (9, 'depth'), (10, 'hdr'), (11, 'cinematic'), (12, 'spatial'), (13, 'selfie');

-- Stacks are views over media: derived, rebuilt at will.
CREATE TABLE stack (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL -- live-photo, raw-jpeg, burst, edit, duplicate
) STRICT;

CREATE TABLE stack_member (
  stack INTEGER NOT NULL REFERENCES stack (id) ON DELETE CASCADE,
  media INTEGER NOT NULL REFERENCES media (id),
  role TEXT NOT NULL,
  PRIMARY KEY (stack, media)
) STRICT, WITHOUT ROWID;
CREATE INDEX stack_member_media ON stack_member (media);

-- Typed by a person: no scan may write below this line -------------------------------------------

CREATE TABLE edit (
  media INTEGER PRIMARY KEY REFERENCES media (id),
  favorite INTEGER NOT NULL DEFAULT 0 CHECK (favorite IN (0, 1)),
  hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
  rating INTEGER CHECK (rating BETWEEN -1 AND 5),
  label TEXT,
  title TEXT,
  caption TEXT,
  taken INTEGER,
  taken_offset INTEGER,
  taken_precision TEXT,
  rotation INTEGER CHECK (rotation BETWEEN 1 AND 8),
  trashed INTEGER, -- UTC
  updated INTEGER NOT NULL
) STRICT;
CREATE INDEX edit_favorite ON edit (media) WHERE favorite = 1;

-- Keywords a person added (1) or took away (0).
CREATE TABLE edit_keyword (
  media INTEGER NOT NULL REFERENCES media (id),
  text TEXT NOT NULL,
  present INTEGER NOT NULL CHECK (present IN (0, 1)),
  PRIMARY KEY (media, text)
) STRICT, WITHOUT ROWID;

CREATE TABLE album (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
  parent INTEGER REFERENCES album (id),
  title TEXT NOT NULL,
  title_key BLOB NOT NULL,
  -- A smart album is a stored query and has no items of its own.
  query TEXT,
  sort TEXT NOT NULL DEFAULT 'taken',
  cover INTEGER REFERENCES media (id),
  position INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  -- Maintained by triggers; they count items that pages show.
  image_count INTEGER NOT NULL DEFAULT 0,
  video_count INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX album_parent ON album (parent, position);
CREATE INDEX album_title ON album (title);

-- `taken` repeats media.taken, so an album's page in time order is one sweep of the key.
CREATE TABLE album_item (
  album INTEGER NOT NULL REFERENCES album (id),
  taken INTEGER NOT NULL,
  media INTEGER NOT NULL REFERENCES media (id),
  position INTEGER NOT NULL,
  added INTEGER NOT NULL,
  PRIMARY KEY (album, taken, media)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX album_item_media ON album_item (media, album);
CREATE INDEX album_item_position ON album_item (album, position);

-- Summaries and changes, kept by triggers --------------------------------------------------------

-- How many items pages show, by month (202305) and type.
CREATE TABLE month_count (
  month INTEGER NOT NULL,
  type INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (month, type)
) STRICT, WITHOUT ROWID;

-- The last change of each object. `added` is the number of its first one: a reader whose token is
-- older sees an addition. A removed object keeps its row, as a tombstone. Triggers say DO UPDATE,
-- never REPLACE: a REPLACE inside a trigger fails when the statement that fired it is an upsert.
CREATE TABLE change (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  kind INTEGER NOT NULL, -- 1 media, 2 album, 3 root
  id INTEGER NOT NULL,
  operation INTEGER NOT NULL, -- 1 present, 2 removed
  added INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX change_object ON change (kind, id);

CREATE TRIGGER media_inserted AFTER INSERT ON media BEGIN
  INSERT INTO change (kind, id, operation, added)
    VALUES (1, NEW.id, 1, (SELECT coalesce(max(seq), 0) + 1 FROM change));
  INSERT INTO month_count (month, type, count) SELECT NEW.month, NEW.type, 1
    WHERE NEW.exclusion = 0 ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER media_updated AFTER UPDATE ON media BEGIN
  INSERT INTO change (kind, id, operation, added)
    VALUES (1, NEW.id, 1, (SELECT coalesce(max(seq), 0) + 1 FROM change))
    ON CONFLICT (kind, id) DO UPDATE
      SET seq = (SELECT max(seq) + 1 FROM change), operation = 1;
END;

CREATE TRIGGER media_counted AFTER UPDATE OF taken, type, exclusion ON media
  WHEN OLD.taken <> NEW.taken OR OLD.type <> NEW.type OR OLD.exclusion <> NEW.exclusion BEGIN
  UPDATE month_count SET count = count - 1
    WHERE month = OLD.month AND type = OLD.type AND OLD.exclusion = 0;
  INSERT INTO month_count (month, type, count) SELECT NEW.month, NEW.type, 1
    WHERE NEW.exclusion = 0 ON CONFLICT DO UPDATE SET count = count + 1;
  DELETE FROM month_count WHERE month = OLD.month AND type = OLD.type AND count = 0;
  UPDATE album_item SET taken = NEW.taken WHERE media = NEW.id AND taken <> NEW.taken;
  UPDATE album SET
    image_count = image_count + (NEW.exclusion = 0 AND NEW.type = 1)
      - (OLD.exclusion = 0 AND OLD.type = 1),
    video_count = video_count + (NEW.exclusion = 0 AND NEW.type = 2)
      - (OLD.exclusion = 0 AND OLD.type = 2)
    WHERE id IN (SELECT album FROM album_item WHERE media = NEW.id)
      AND (OLD.type <> NEW.type OR (OLD.exclusion = 0) <> (NEW.exclusion = 0));
END;

CREATE TRIGGER media_deleted AFTER DELETE ON media BEGIN
  INSERT INTO change (kind, id, operation, added) VALUES (1, OLD.id, 2, 0)
    ON CONFLICT (kind, id) DO UPDATE
      SET seq = (SELECT max(seq) + 1 FROM change), operation = 2;
  UPDATE month_count SET count = count - 1
    WHERE month = OLD.month AND type = OLD.type AND OLD.exclusion = 0;
  DELETE FROM month_count WHERE month = OLD.month AND type = OLD.type AND count = 0;
END;

-- A person's layer reaches the media row, whose indexes serve pages.
CREATE TRIGGER edit_inserted AFTER INSERT ON edit BEGIN
  UPDATE media SET
    taken = coalesce(NEW.taken, file_taken),
    exclusion = (exclusion & 3) | (NEW.hidden * 8) | ((NEW.trashed IS NOT NULL) * 16)
    WHERE id = NEW.media;
END;
CREATE TRIGGER edit_updated AFTER UPDATE ON edit BEGIN
  UPDATE media SET
    taken = coalesce(NEW.taken, file_taken),
    exclusion = (exclusion & 3) | (NEW.hidden * 8) | ((NEW.trashed IS NOT NULL) * 16)
    WHERE id = NEW.media;
END;
CREATE TRIGGER edit_deleted AFTER DELETE ON edit BEGIN
  UPDATE media SET taken = file_taken, exclusion = exclusion & 3 WHERE id = OLD.media;
END;

CREATE TRIGGER album_item_inserted AFTER INSERT ON album_item BEGIN
  UPDATE album SET
    image_count = image_count + (SELECT exclusion = 0 AND type = 1 FROM media WHERE id = NEW.media),
    video_count = video_count + (SELECT exclusion = 0 AND type = 2 FROM media WHERE id = NEW.media)
    WHERE id = NEW.album;
END;
CREATE TRIGGER album_item_deleted AFTER DELETE ON album_item BEGIN
  UPDATE album SET
    image_count = image_count
      - coalesce((SELECT exclusion = 0 AND type = 1 FROM media WHERE id = OLD.media), 0),
    video_count = video_count
      - coalesce((SELECT exclusion = 0 AND type = 2 FROM media WHERE id = OLD.media), 0)
    WHERE id = OLD.album;
END;

CREATE TRIGGER album_inserted AFTER INSERT ON album BEGIN
  INSERT INTO change (kind, id, operation, added)
    VALUES (2, NEW.id, 1, (SELECT coalesce(max(seq), 0) + 1 FROM change));
END;
CREATE TRIGGER album_updated AFTER UPDATE ON album BEGIN
  INSERT INTO change (kind, id, operation, added)
    VALUES (2, NEW.id, 1, (SELECT coalesce(max(seq), 0) + 1 FROM change))
    ON CONFLICT (kind, id) DO UPDATE
      SET seq = (SELECT max(seq) + 1 FROM change), operation = 1;
END;
CREATE TRIGGER album_deleted AFTER DELETE ON album BEGIN
  INSERT INTO change (kind, id, operation, added) VALUES (2, OLD.id, 2, 0)
    ON CONFLICT (kind, id) DO UPDATE
      SET seq = (SELECT max(seq) + 1 FROM change), operation = 2;
END;

CREATE TRIGGER root_inserted AFTER INSERT ON root BEGIN
  INSERT INTO change (kind, id, operation, added)
    VALUES (3, NEW.id, 1, (SELECT coalesce(max(seq), 0) + 1 FROM change));
END;
CREATE TRIGGER root_updated AFTER UPDATE OF path, state ON root BEGIN
  INSERT INTO change (kind, id, operation, added)
    VALUES (3, NEW.id, 1, (SELECT coalesce(max(seq), 0) + 1 FROM change))
    ON CONFLICT (kind, id) DO UPDATE
      SET seq = (SELECT max(seq) + 1 FROM change), operation = 1;
END;
CREATE TRIGGER root_deleted AFTER DELETE ON root BEGIN
  INSERT INTO change (kind, id, operation, added) VALUES (3, OLD.id, 2, 0)
    ON CONFLICT (kind, id) DO UPDATE
      SET seq = (SELECT max(seq) + 1 FROM change), operation = 2;
END;

-- The public interface ---------------------------------------------------------------------------
-- Column names are those of `mediacat list --columns all`; they are stable.

CREATE VIEW v_media AS SELECT
  m.id AS id,
  CAST(CASE r.path WHEN x'2f' THEN x'' ELSE r.path END
    || CASE WHEN d.path = x'' THEN '' ELSE '/' || d.path END || '/' || f.name AS TEXT)
    AS path,
  CAST(CASE r.path WHEN x'2f' THEN x'' ELSE r.path END
    || CASE WHEN d.path = x'' THEN '' ELSE '/' || d.path END || '/' || f.name AS BLOB)
    AS path_bytes,
  CAST(r.path AS TEXT) AS root,
  CAST(d.path AS TEXT) AS folder,
  CAST(f.name AS TEXT) AS name,
  m.ext AS ext,
  CASE m.type WHEN 1 THEN 'image' ELSE 'video' END AS type,
  m.mime AS mime,
  m.codec AS codec,
  f.size AS size,
  strftime('%Y-%m-%dT%H:%M:%SZ', f.mtime / 1000000000, 'unixepoch') AS mtime,
  strftime('%Y-%m-%dT%H:%M:%SZ', m.added / 1000000000, 'unixepoch') AS added,
  CASE WHEN r.state <> 'online' THEN 'offline' WHEN m.exclusion & 2 THEN 'missing'
    WHEN m.exclusion & 1 THEN 'failed' ELSE 'ok' END AS state,
  CASE WHEN f.error_code IS NOT NULL THEN f.error_code || ': ' || f.error END AS error,
  m.width AS width,
  m.height AS height,
  m.orientation AS orientation,
  m.display_width AS display_width,
  m.display_height AS display_height,
  m.duration / 1e9 AS duration,
  m.frame_rate AS frame_rate,
  strftime('%Y-%m-%dT%H:%M:%S',
    (m.taken - ((m.taken % 1000000000) + 1000000000) % 1000000000) / 1000000000, 'unixepoch')
    || CASE WHEN m.taken % 1000000000 = 0 THEN '' ELSE rtrim(printf('.%09d',
      ((m.taken % 1000000000) + 1000000000) % 1000000000), '0') END AS taken,
  (SELECT printf('%s%02d:%02d', CASE WHEN o < 0 THEN '-' ELSE '+' END, abs(o) / 3600,
      abs(o) / 60 % 60)
    FROM (SELECT CASE WHEN e.taken IS NULL THEN m.file_taken_offset ELSE e.taken_offset END AS o)
    WHERE o IS NOT NULL) AS taken_offset,
  CASE WHEN e.taken IS NULL THEN m.file_taken_source ELSE 'user' END AS taken_source,
  CASE WHEN e.taken IS NULL THEN m.file_taken_precision ELSE e.taken_precision END
    AS taken_precision,
  nullif(c.make, '') AS camera_make,
  nullif(c.model, '') AS camera_model,
  m.camera_serial AS camera_serial,
  nullif(l.make, '') AS lens_make,
  nullif(l.model, '') AS lens_model,
  m.software AS software,
  m.artist AS artist,
  m.copyright AS copyright,
  m.iso AS iso,
  m.f_number AS f_number,
  m.exposure_time AS exposure_time,
  m.exposure_bias AS exposure_bias,
  m.focal_length AS focal_length,
  m.focal_length_35mm AS focal_length_35mm,
  m.flash AS flash,
  m.white_balance AS white_balance,
  m.metering AS metering,
  m.color_profile AS color_profile,
  m.capture_frame_rate AS capture_frame_rate,
  m.has_audio AS has_audio,
  m.hdr AS hdr,
  CASE WHEN m.type = 2 THEN 'video' WHEN m.subtypes & 64 THEN 'imageAnimated'
    WHEN m.subtypes & 1 THEN 'livePhoto' ELSE 'image' END AS playback_style,
  m.burst_id AS burst_id,
  m.content_id AS content_id,
  m.latitude AS latitude,
  m.longitude AS longitude,
  m.altitude AS altitude,
  m.direction AS direction,
  m.place AS place,
  coalesce(e.rating, m.file_rating) AS rating,
  coalesce(e.label, m.file_label) AS label,
  coalesce(e.title, m.file_title) AS title,
  coalesce(e.caption, m.file_caption) AS caption,
  (SELECT '[' || coalesce(group_concat(json_quote(text)), '') || ']' FROM (
    SELECT k.text AS text FROM media_keyword AS mk JOIN keyword AS k ON k.id = mk.keyword
      WHERE mk.media = m.id AND NOT EXISTS (SELECT 1 FROM edit_keyword AS ek
        WHERE ek.media = m.id AND ek.text = k.text AND ek.present = 0)
    UNION SELECT ek.text FROM edit_keyword AS ek WHERE ek.media = m.id AND ek.present = 1))
    AS keywords,
  coalesce(e.favorite, 0) AS favorite,
  coalesce(e.hidden, 0) AS hidden,
  -- Names of the bits of `subtypes`, in order.
  (SELECT '[' || coalesce(group_concat(json_quote(name)), '') || ']' FROM subtype
    WHERE m.subtypes & (1 << bit)) AS subtypes,
  (SELECT min(s.stack) FROM stack_member AS s WHERE s.media = m.id) AS stack,
  (SELECT '[' || coalesce(group_concat(album), '') || ']' FROM (
    SELECT album FROM album_item WHERE media = m.id ORDER BY album)) AS albums,
  CASE WHEN f.digest IS NOT NULL THEN lower(hex(f.digest)) END AS digest,
  m.warnings AS warnings
FROM media AS m
  JOIN file AS f ON f.media = m.id AND f.role = 0
  JOIN folder AS d ON d.id = f.folder
  JOIN root AS r ON r.id = d.root
  LEFT JOIN camera AS c ON c.id = m.camera
  LEFT JOIN lens AS l ON l.id = m.lens
  LEFT JOIN edit AS e ON e.media = m.id;

CREATE VIEW v_album AS SELECT
  a.id AS id,
  a.parent AS parent,
  a.title AS title,
  CASE WHEN a.query IS NULL THEN 'user' ELSE 'smart' END AS kind,
  a.query AS query,
  a.image_count + a.video_count AS count,
  a.image_count AS image_count,
  a.video_count AS video_count,
  a.sort AS sort,
  a.cover AS cover,
  strftime('%Y-%m-%dT%H:%M:%SZ', a.created / 1000000000, 'unixepoch') AS created,
  strftime('%Y-%m-%dT%H:%M:%SZ', a.updated / 1000000000, 'unixepoch') AS updated
FROM album AS a;

CREATE VIEW v_album_item AS SELECT album, media, position FROM album_item;

INSERT INTO catalog (id, uid, created)
  VALUES (1, randomblob(16), CAST(strftime('%s', 'now') AS INTEGER) * 1000000000);
