-- What was sent as a file. Several messages may show the same one: what is sent on is not stored twice.
create table stored_files (
  id int generated always as identity primary key,
  -- Names it in addresses; unguessable, and tells neither order nor number.
  token text not null unique,
  userid int not null,
  name text not null,
  ext text not null,
  -- By content, not by name.
  mime text not null,
  size bigint not null default 0,
  -- SHA-256 of what is stored.
  hash text not null default '',
  width int not null default -1,
  height int not null default -1,
  -- Bytes of its small picture; 0 = it has none.
  thumb_size int not null default 0,
  created_at timestamptz not null default now()
);
create index stored_files_created on stored_files (created_at);

-- Where a file can be seen; one that is in no message is collected.
create table message_files (
  msg_id int not null references messages on delete cascade,
  file_id int not null references stored_files,
  dialog_id int not null references dialogs on delete cascade,
  primary key (msg_id, file_id)
);
create index message_files_file on message_files (file_id, dialog_id);

-- Files that are on their way in pieces.
create table uploads (
  id text primary key,
  userid int not null,
  dialog_id int not null references dialogs on delete cascade,
  name text not null,
  size bigint not null,
  -- Pieces that are here; they come in order.
  chunks int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index uploads_user on uploads (userid);
create index uploads_updated on uploads (updated_at);
