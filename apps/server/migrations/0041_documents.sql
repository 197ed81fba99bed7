-- The shared state of documents that several people edit at once. Its text is the newest version of the file.
create table documents (
  file_id int primary key references files on delete cascade,
  -- Another one means that the state began again: what clients have of the old one must not be merged.
  generation text not null,
  -- It has no check: the server knows the formats.
  format text not null,
  -- All changes up to state_seq, whose text is the version version_id.
  state bytea not null,
  state_seq bigint not null default 0,
  version_id int not null default 0,
  -- The last change.
  seq bigint not null default 0,
  -- Of the state and the changes after it.
  bytes bigint not null default 0,
  changed_at timestamptz not null default now()
);
create index documents_due on documents (changed_at) where seq > state_seq;

create table document_updates (
  file_id int not null references documents on delete cascade,
  seq bigint not null,
  update bytea not null,
  userid int not null,
  created_at timestamptz not null default now(),
  primary key (file_id, seq)
);

create table document_comments (
  id int generated always as identity primary key,
  file_id int not null references files on delete cascade,
  thread_id int references document_comments on delete cascade,
  userid int not null,
  text text not null,
  quote text not null default '',
  place text not null default '',
  resolved_at timestamptz,
  resolved_by int not null default 0,
  created_at timestamptz not null default now()
);
create index document_comments_of on document_comments (file_id, id);
create index document_comments_thread on document_comments (thread_id) where thread_id is not null;
