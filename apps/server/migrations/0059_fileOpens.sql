-- Who opened a file.
create index recents_of_file on recents (target_id, browsed_at desc) where type = 'file';
