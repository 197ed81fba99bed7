-- The file area: folders and files in trees. Everything in a tree belongs to whoever its root belongs to.
create table files (
  id int generated always as identity primary key,
  -- The folder it stands in, and all above it from the top; 0 and none at the top.
  pid int not null default 0,
  pids int[] not null default '{}',
  -- What it was copied from.
  cid int not null default 0,
  -- Without its extension.
  name text not null check (char_length(name) between 1 and 100),
  ext text not null default '',
  type text not null,
  userid int not null,
  created_id int not null,
  -- What is shared: itself, or the folder above it that is; 0 = nothing. Only one on a way down can be.
  pshare int not null default 0,
  -- What is in it now; null = nothing, as in folders.
  stored_id int references stored_files,
  size bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index files_in_folder on files (pid) where deleted_at is null and pid > 0;
create index files_at_top on files (userid) where deleted_at is null and pid = 0;
create index files_below on files using gin (pids);
create index files_shared on files (pshare) where pshare > 0;
create index files_deleted on files (deleted_at) where deleted_at is not null;
create index files_stored on files (stored_id);

-- Each version of what is in a file, the newest last.
create table file_contents (
  id int generated always as identity primary key,
  fid int not null references files on delete cascade,
  stored_id int references stored_files,
  ext text not null,
  size bigint not null default 0,
  userid int not null,
  created_at timestamptz not null default now()
);
create index file_contents_of on file_contents (fid, id desc);
create index file_contents_stored on file_contents (stored_id);

create table file_shares (
  file_id int not null references files on delete cascade,
  -- 0 = everybody but temporary accounts.
  userid int not null,
  -- 0 read, 1 read and write.
  permission int not null check (permission in (0, 1)),
  created_at timestamptz not null default now(),
  primary key (file_id, userid)
);
create index file_shares_of on file_shares (userid);

-- Whoever has the code reads the file, as long as the one who made it may.
create table file_links (
  id int generated always as identity primary key,
  file_id int not null references files on delete cascade,
  userid int not null,
  code text not null unique,
  num int not null default 0,
  created_at timestamptz not null default now(),
  unique (file_id, userid)
);

insert into search_progress values ('file', 2147483647);
