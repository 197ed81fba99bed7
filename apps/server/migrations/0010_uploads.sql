-- Files that arrive in chunks, for messages and for the file area.
create table uploads (
  id text primary key,
  userid int not null,
  scene text not null default 'dialog_file',
  dialog_id int references dialogs on delete cascade,
  -- Of the file area: the folder (0 = the top), the folders in it to create, and whether a file of the same name is replaced.
  pid int not null default 0,
  path text not null default '',
  is_over boolean not null default false,
  name text not null,
  size bigint not null,
  -- SHA-256 of the whole file as the client has it; '' = it did not say.
  hash text not null default '',
  -- Chunks received; they arrive in order.
  chunks int not null default 0,
  -- The message that the upload became; 0 while it is unfinished. The row stays for a day, for merges that are asked for again.
  msg_id int not null default 0,
  -- The file that the upload became; 0 while it is unfinished.
  file_id int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index uploads_user on uploads (userid);
create index uploads_updated on uploads (updated_at);
-- Unfinished uploads, whose sizes count towards the quota before a new one begins.
create index uploads_open on uploads (userid) include (size) where msg_id = 0 and file_id = 0;
