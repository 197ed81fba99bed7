-- The bin of the file area: who deleted what, and which rows are one entry.
alter table files add column deleted_by int;
-- The file or folder whose deletion took this one along: all rows of a deletion are restored together.
alter table files add column deleted_root int;

update files f set deleted_root = coalesce(
  (select p.id from files p where p.id = any(f.pids) and p.deleted_at = f.deleted_at
    order by coalesce(array_length(p.pids, 1), 0) limit 1), f.id)
  where deleted_at is not null;
create index files_deleted_root on files (deleted_root) where deleted_root is not null;
create index files_bin on files (userid, deleted_at desc) where deleted_root = id;
