-- A meeting that stays when its room is empty: a planned one, or the room of a conversation.
alter table meetings add column is_lasting boolean not null default false;

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
