-- A file that an office server edits is locked by it: each server of this workspace must know.
create table office_locks (
  file_id int primary key references files on delete cascade,
  lock text not null,
  expires_at timestamptz not null
);
