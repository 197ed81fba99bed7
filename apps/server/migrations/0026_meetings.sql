-- Meetings: people tell each other the number.
create table meetings (
  id int generated always as identity primary key,
  meetingid text not null unique,
  name text not null,
  -- The internal name of the room, from which the meeting cannot be guessed.
  channel text not null unique,
  userid int not null references users on delete cascade,
  created_at timestamptz not null default now(),
  -- When a participant was last seen in the room.
  updated_at timestamptz not null default now(),
  end_at timestamptz,
  -- Rules of the room, which outlive the server that has the room.
  is_locked boolean not null default false,
  has_lobby boolean not null default true,
  -- The participant whom everybody sees large; 0 = nobody.
  spotlight bigint not null default 0,
  -- The conversation in which what is written in the room is posted.
  dialog_id int references dialogs on delete set null,
  -- A meeting that stays when its room is empty: a planned one, or the room of a conversation.
  is_lasting boolean not null default false
);
create index meetings_open on meetings (updated_at) where end_at is null;
create index meetings_dialog on meetings (dialog_id) where dialog_id is not null;

-- Codes of invitation links; only the hash is stored.
create table meeting_codes (
  code_hash text primary key,
  meeting_id int not null references meetings on delete cascade,
  -- Which guests the link is for: removing somebody ends the links that were shared, and the one they came by. Null = a
  -- link that a member copied. Links in mails of planned meetings work longer than those.
  email text,
  expired_at timestamptz not null
);
create index meeting_codes_expired on meeting_codes (expired_at);

-- Guests, for as long as others may ask who they are.
create table meeting_guests (
  uid int primary key,
  meeting_id int not null references meetings on delete cascade,
  nickname text not null,
  -- Of the link by which they came.
  code_hash text,
  is_removed boolean not null default false,
  expired_at timestamptz not null
);
create index meeting_guests_expired on meeting_guests (expired_at);

-- Members with another role than usual: co-hosts, and people who were removed.
create table meeting_members (
  meeting_id int not null references meetings on delete cascade,
  userid int not null references users on delete cascade,
  role text not null,
  primary key (meeting_id, userid)
);
create index meeting_members_userid on meeting_members (userid);

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

-- The room of a conversation, which stays.
create table meeting_rooms (
  dialog_id int primary key references dialogs on delete cascade,
  meeting_id int not null unique references meetings on delete cascade
);

create table meeting_plans (
  id int generated always as identity primary key,
  meeting_id int not null unique references meetings on delete cascade,
  start_at timestamptz not null,
  minutes int not null,
  -- How often it takes place: never, day, weekdays, week, twoweeks or month.
  repeat text not null default 'never',
  -- Repeated meetings have their hour in the time zone of their host, also when clocks change.
  timezone text not null default '',
  -- The last day; null = without an end.
  until_at timestamptz,
  -- Raised with each change, so that calendars replace what they have.
  sequence int not null default 0,
  -- The beginning of the occurrence that people were reminded of last.
  reminded_at timestamptz,
  -- The next occurrence to remind of; null = none.
  next_at timestamptz,
  created_at timestamptz not null default now()
);
create index meeting_plans_next on meeting_plans (next_at) where next_at is not null;

create table meeting_plan_people (
  plan_id int not null references meeting_plans on delete cascade,
  userid int not null references users on delete cascade,
  primary key (plan_id, userid)
);
create index meeting_plan_people_userid on meeting_plan_people (userid);

-- People without an account, by mail.
create table meeting_plan_guests (
  plan_id int not null references meeting_plans on delete cascade,
  email text not null,
  primary key (plan_id, email)
);

-- Dates that take place at another time than their rhythm says, or, without a start, not at all.
create table meeting_plan_dates (
  plan_id int not null references meeting_plans on delete cascade,
  at timestamptz not null,
  start_at timestamptz,
  minutes int not null,
  primary key (plan_id, at)
);
