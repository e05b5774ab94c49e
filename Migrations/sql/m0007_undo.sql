-- What a person changed last, and what was before: for undo and redo. Only steps are lost when old
-- entries go; what was typed stands in the tables it always stood in.

-- A stack: the newest that is not undone is undone next, the oldest that is undone is redone next.
CREATE TABLE undo_entry (
  id INTEGER PRIMARY KEY,
  made INTEGER NOT NULL, -- UTC
  summary TEXT NOT NULL, -- what was done, for people
  undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1)),
  byte_count INTEGER NOT NULL DEFAULT 0 -- about, of its rows below
) STRICT;

-- The entry whose change is being made; a row here, never outside a transaction, makes the triggers
-- below write down what they see. Whatever a person's change does is recorded, by whichever code.
CREATE TABLE undo_recording (entry INTEGER PRIMARY KEY) STRICT;

-- Rows before (side 0) and after (side 1) a change; `present` is 0 where there was no row. Columns
-- that follow from files (taken of album_item, counts of album) are not a person's and not here.
-- Nothing refers to media or albums: what is purged takes no heed of old steps.
CREATE TABLE undo_edit (
  entry INTEGER NOT NULL,
  side INTEGER NOT NULL CHECK (side IN (0, 1)),
  media INTEGER NOT NULL,
  present INTEGER NOT NULL CHECK (present IN (0, 1)),
  favorite INTEGER,
  hidden INTEGER,
  rating INTEGER,
  label TEXT,
  title TEXT,
  caption TEXT,
  taken INTEGER,
  taken_offset INTEGER,
  taken_precision TEXT,
  rotation INTEGER,
  trashed INTEGER,
  updated INTEGER,
  PRIMARY KEY (entry, side, media)
) STRICT, WITHOUT ROWID;

CREATE TABLE undo_edit_keyword (
  entry INTEGER NOT NULL,
  side INTEGER NOT NULL CHECK (side IN (0, 1)),
  media INTEGER NOT NULL,
  text TEXT NOT NULL,
  present INTEGER NOT NULL CHECK (present IN (0, 1)),
  added INTEGER, -- edit_keyword.present
  PRIMARY KEY (entry, side, media, text)
) STRICT, WITHOUT ROWID;

CREATE TABLE undo_album (
  entry INTEGER NOT NULL,
  side INTEGER NOT NULL CHECK (side IN (0, 1)),
  album INTEGER NOT NULL,
  present INTEGER NOT NULL CHECK (present IN (0, 1)),
  uid BLOB,
  parent INTEGER,
  title TEXT,
  title_key BLOB,
  query TEXT,
  sort TEXT,
  cover INTEGER,
  position INTEGER,
  created INTEGER,
  updated INTEGER,
  PRIMARY KEY (entry, side, album)
) STRICT, WITHOUT ROWID;

CREATE TABLE undo_album_item (
  entry INTEGER NOT NULL,
  side INTEGER NOT NULL CHECK (side IN (0, 1)),
  album INTEGER NOT NULL,
  media INTEGER NOT NULL,
  present INTEGER NOT NULL CHECK (present IN (0, 1)),
  position INTEGER,
  added INTEGER,
  PRIMARY KEY (entry, side, album, media)
) STRICT, WITHOUT ROWID;

-- Rows before a change are written at its first touch; those after it when it is finished.
CREATE TRIGGER edit_inserted_undo AFTER INSERT ON edit
  WHEN EXISTS (SELECT 1 FROM undo_recording) BEGIN
  INSERT INTO undo_edit (entry, side, media, present)
    SELECT entry, 0, NEW.media, 0 FROM undo_recording WHERE true ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER edit_updated_undo AFTER UPDATE ON edit
  WHEN EXISTS (SELECT 1 FROM undo_recording) BEGIN
  INSERT INTO undo_edit (entry, side, media, present, favorite, hidden, rating, label, title,
      caption, taken, taken_offset, taken_precision, rotation, trashed, updated)
    SELECT entry, 0, OLD.media, 1, OLD.favorite, OLD.hidden, OLD.rating, OLD.label, OLD.title,
      OLD.caption, OLD.taken, OLD.taken_offset, OLD.taken_precision, OLD.rotation, OLD.trashed,
      OLD.updated FROM undo_recording WHERE true ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER edit_deleted_undo AFTER DELETE ON edit
  WHEN EXISTS (SELECT 1 FROM undo_recording) BEGIN
  INSERT INTO undo_edit (entry, side, media, present, favorite, hidden, rating, label, title,
      caption, taken, taken_offset, taken_precision, rotation, trashed, updated)
    SELECT entry, 0, OLD.media, 1, OLD.favorite, OLD.hidden, OLD.rating, OLD.label, OLD.title,
      OLD.caption, OLD.taken, OLD.taken_offset, OLD.taken_precision, OLD.rotation, OLD.trashed,
      OLD.updated FROM undo_recording WHERE true ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER edit_keyword_inserted_undo AFTER INSERT ON edit_keyword
  WHEN EXISTS (SELECT 1 FROM undo_recording) BEGIN
  INSERT INTO undo_edit_keyword (entry, side, media, text, present)
    SELECT entry, 0, NEW.media, NEW.text, 0 FROM undo_recording WHERE true ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER edit_keyword_updated_undo AFTER UPDATE ON edit_keyword
  WHEN EXISTS (SELECT 1 FROM undo_recording) BEGIN
  INSERT INTO undo_edit_keyword (entry, side, media, text, present, added)
    SELECT entry, 0, OLD.media, OLD.text, 1, OLD.present FROM undo_recording WHERE true
    ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER edit_keyword_deleted_undo AFTER DELETE ON edit_keyword
  WHEN EXISTS (SELECT 1 FROM undo_recording) BEGIN
  INSERT INTO undo_edit_keyword (entry, side, media, text, present, added)
    SELECT entry, 0, OLD.media, OLD.text, 1, OLD.present FROM undo_recording WHERE true
    ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER album_inserted_undo AFTER INSERT ON album
  WHEN EXISTS (SELECT 1 FROM undo_recording) BEGIN
  INSERT INTO undo_album (entry, side, album, present)
    SELECT entry, 0, NEW.id, 0 FROM undo_recording WHERE true ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER album_updated_undo
  AFTER UPDATE OF uid, parent, title, title_key, query, sort, cover, position, created, updated
  ON album WHEN EXISTS (SELECT 1 FROM undo_recording) BEGIN
  INSERT INTO undo_album (entry, side, album, present, uid, parent, title, title_key, query, sort,
      cover, position, created, updated)
    SELECT entry, 0, OLD.id, 1, OLD.uid, OLD.parent, OLD.title, OLD.title_key, OLD.query, OLD.sort,
      OLD.cover, OLD.position, OLD.created, OLD.updated FROM undo_recording WHERE true
    ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER album_deleted_undo AFTER DELETE ON album
  WHEN EXISTS (SELECT 1 FROM undo_recording) BEGIN
  INSERT INTO undo_album (entry, side, album, present, uid, parent, title, title_key, query, sort,
      cover, position, created, updated)
    SELECT entry, 0, OLD.id, 1, OLD.uid, OLD.parent, OLD.title, OLD.title_key, OLD.query, OLD.sort,
      OLD.cover, OLD.position, OLD.created, OLD.updated FROM undo_recording WHERE true
    ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER album_item_inserted_undo AFTER INSERT ON album_item
  WHEN EXISTS (SELECT 1 FROM undo_recording) BEGIN
  INSERT INTO undo_album_item (entry, side, album, media, present)
    SELECT entry, 0, NEW.album, NEW.media, 0 FROM undo_recording WHERE true ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER album_item_updated_undo AFTER UPDATE OF position, added ON album_item
  WHEN EXISTS (SELECT 1 FROM undo_recording) BEGIN
  INSERT INTO undo_album_item (entry, side, album, media, present, position, added)
    SELECT entry, 0, OLD.album, OLD.media, 1, OLD.position, OLD.added FROM undo_recording WHERE true
    ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER album_item_deleted_undo AFTER DELETE ON album_item
  WHEN EXISTS (SELECT 1 FROM undo_recording) BEGIN
  INSERT INTO undo_album_item (entry, side, album, media, present, position, added)
    SELECT entry, 0, OLD.album, OLD.media, 1, OLD.position, OLD.added FROM undo_recording WHERE true
    ON CONFLICT DO NOTHING;
END;

-- An album that comes back has a tombstone; a client that saw it hears of an addition.
DROP TRIGGER album_inserted;
CREATE TRIGGER album_inserted AFTER INSERT ON album BEGIN
  INSERT INTO change (kind, id, operation, added)
    VALUES (2, NEW.id, 1, (SELECT coalesce(max(seq), 0) + 1 FROM change))
    ON CONFLICT (kind, id) DO UPDATE
      SET seq = (SELECT max(seq) + 1 FROM change), added = (SELECT max(seq) + 1 FROM change),
        operation = 1;
END;

-- An empty text of a person means that there is none, whatever the file says.
DROP VIEW v_media;
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
  nullif(coalesce(e.title, m.file_title), '') AS title,
  nullif(coalesce(e.caption, m.file_caption), '') AS caption,
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
  m.warnings AS warnings,
  CASE WHEN w.color IS NOT NULL THEN printf('#%06x', w.color) END AS color,
  w.placeholder AS placeholder
FROM media AS m
  JOIN file AS f ON f.media = m.id AND f.role = 0
  JOIN folder AS d ON d.id = f.folder
  JOIN root AS r ON r.id = d.root
  LEFT JOIN camera AS c ON c.id = m.camera
  LEFT JOIN lens AS l ON l.id = m.lens
  LEFT JOIN edit AS e ON e.media = m.id
  LEFT JOIN look AS w ON w.media = m.id AND w.revision = m.revision;
