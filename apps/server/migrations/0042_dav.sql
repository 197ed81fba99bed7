-- Locks of files by WebDAV clients.
create table dav_locks (
  -- The part of the lock's address after `opaquelocktoken:`.
  token text primary key,
  file_id int not null references files on delete cascade,
  userid int not null references users on delete cascade,
  is_exclusive boolean not null,
  -- With everything in the folder.
  is_deep boolean not null,
  -- What the client says about its owner, as XML.
  owner text not null default '',
  timeout_s int not null,
  expired_at timestamptz not null
);
create index dav_locks_file on dav_locks (file_id);
create index dav_locks_owner on dav_locks (userid);

-- Properties that WebDAV clients store with files.
create table dav_properties (
  file_id int not null references files on delete cascade,
  namespace text not null,
  name text not null,
  -- The content of its element, as XML.
  value text not null,
  primary key (file_id, namespace, name)
);
