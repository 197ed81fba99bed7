-- Rules of a room: kept here, so that they outlive the server that has the room.
alter table meetings
  add column is_locked boolean not null default false,
  add column has_lobby boolean not null default true,
  -- The participant whom everybody sees large; 0 = nobody.
  add column spotlight bigint not null default 0,
  -- The conversation that keeps what is written in the room.
  add column dialog_id int references dialogs on delete set null;
create index meetings_dialog on meetings (dialog_id) where dialog_id is not null;

-- Members with another role than usual: co-hosts, and people who were removed.
create table meeting_members (
  meeting_id int not null references meetings on delete cascade,
  userid int not null references users on delete cascade,
  role text not null,
  primary key (meeting_id, userid)
);
create index meeting_members_userid on meeting_members (userid);

alter table meeting_guests add column is_removed boolean not null default false;

-- What is written in a room, until it is posted in the conversation.
create table meeting_lines (
  id int generated always as identity primary key,
  meeting_id int not null references meetings on delete cascade,
  uid bigint not null,
  -- Null for guests.
  userid int references users on delete cascade,
  nickname text not null,
  text text not null,
  created_at timestamptz not null default now()
);
create index meeting_lines_meeting on meeting_lines (meeting_id, id);
create index meeting_lines_userid on meeting_lines (userid);
