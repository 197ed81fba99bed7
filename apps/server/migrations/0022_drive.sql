-- The file area: folders and files in trees. Everything in a tree belongs to the owner of its root.
create table files (
  id int generated always as identity primary key,
  -- The parent folder, and all folders above from the top; 0 and empty at the top.
  pid int not null default 0,
  pids int[] not null default '{}',
  -- The file it was copied from.
  cid int not null default 0,
  -- Without its extension.
  name text not null check (char_length(name) between 1 and 100),
  ext text not null default '',
  type text not null,
  userid int not null,
  created_id int not null,
  -- The id of the shared file or folder: itself or a folder above; 0 = not shared. At most one on a path is shared.
  pshare int not null default 0,
  -- The present content; null for folders.
  stored_id int references stored_files,
  size bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by int,
  -- The file or folder whose deletion took this one along: all rows of a deletion are restored together.
  deleted_root int
);
create index files_in_folder on files (pid) where deleted_at is null and pid > 0;
create index files_at_top on files (userid) where deleted_at is null and pid = 0;
create index files_below on files using gin (pids);
create index files_shared on files (pshare) where pshare > 0;
create index files_deleted on files (deleted_at) where deleted_at is not null;
create index files_stored on files (stored_id);
create index files_deleted_root on files (deleted_root) where deleted_root is not null;
create index files_bin on files (userid, deleted_at desc) where deleted_root = id;

-- Versions of a file, the newest last.
create table file_contents (
  id int generated always as identity primary key,
  fid int not null references files on delete cascade,
  stored_id int references stored_files,
  ext text not null,
  size bigint not null default 0,
  userid int not null,
  -- Everybody who wrote the version; empty: its userid alone.
  authors int[] not null default '{}',
  -- Made from the shared state, not saved by a person: such versions are thinned out.
  is_live boolean not null default false,
  -- The version that a person saved it from; 0 = the newest one then.
  base_id int not null default 0,
  created_at timestamptz not null default now()
);
create index file_contents_of on file_contents (fid, id desc);
create index file_contents_stored on file_contents (stored_id);

create table file_shares (
  file_id int not null references files on delete cascade,
  -- 0 = everyone but temporary accounts.
  userid int not null,
  -- 0 read, 1 read and write.
  permission int not null check (permission in (0, 1)),
  created_at timestamptz not null default now(),
  primary key (file_id, userid)
);
create index file_shares_of on file_shares (userid);

-- Anyone with the code reads the file, as long as the maker of the link may read it.
create table file_links (
  id int generated always as identity primary key,
  file_id int not null references files on delete cascade,
  userid int not null,
  -- Who the link opens the file for: `anyone` who has it, or `members` after they sign in, as in a message that names a file.
  audience text not null check (audience in ('anyone', 'members')),
  code text not null unique,
  num int not null default 0,
  -- Null = the link needs no password.
  password text,
  -- How often the link may be opened, and was; a limit of 0 = no limit.
  open_limit int not null default 0,
  opens int not null default 0,
  -- Until when the link opens its file; null = until someone turns it off.
  expired_at timestamptz,
  created_at timestamptz not null default now(),
  unique (file_id, userid, audience)
);

-- Archives of files that someone asked for: their progress, and until when they can be downloaded.
create table file_packs (
  id int generated always as identity primary key,
  userid int not null,
  name text not null,
  ids int[] not null,
  lang text not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'failed', 'done')),
  size bigint not null default 0,
  -- Part of its address.
  token text not null unique,
  created_at timestamptz not null default now(),
  -- Null before the archive is made and after it is deleted.
  expired_at timestamptz
);
create index file_packs_of on file_packs (userid) where status in ('waiting', 'running');
create index file_packs_expired on file_packs (expired_at) where expired_at is not null;
