-- What was learned from pixels, and what finds equal files.

-- What a picture looks like, learned while a thumbnail was made. Derived: it can be emptied at any
-- time, and a row of another revision than its item's says nothing.
CREATE TABLE look (
  media INTEGER PRIMARY KEY REFERENCES media (id) ON DELETE CASCADE,
  revision INTEGER NOT NULL,
  version INTEGER NOT NULL, -- of the computations
  hash INTEGER NOT NULL, -- 64 bits: look-alikes differ in few
  detail INTEGER NOT NULL CHECK (detail BETWEEN 0 AND 64), -- below 32 the hash says nothing
  color INTEGER NOT NULL, -- 0xRRGGBB, what covers most
  placeholder TEXT NOT NULL -- a ThumbHash in base64
) STRICT;

-- Digests are computed for few files, so this costs others nothing.
CREATE INDEX file_digest ON file (digest, media) WHERE digest IS NOT NULL;

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
