-- Music that was noted before is read now: its cover, and what it says about itself.
update file_texts t set read_at = null, attempts = 0, tried_at = null
  from stored_files s where s.id = t.stored_id and lower(s.ext) in (
    'mp3', 'm4a', 'm4b', 'aac', 'flac', 'ogg', 'oga', 'opus', 'wav');
