create table users (
  userid int generated always as identity primary key,
  email text not null,
  password text not null default '',
  nickname text not null default '',
  profession text not null default '',
  tel text not null default '',
  birthday date,
  address text not null default '',
  introduction text not null default '',
  userimg text not null default '',
  identity text[] not null default '{}',
  department int[] not null default '{}',
  az text not null default '#',
  pinyin text not null default '',
  lang text not null default '',
  -- The person's own time zone; '' = the server's.
  timezone text not null default '',
  bot int not null default 0,
  changepass int not null default 0,
  email_verity int not null default 0,
  login_num int not null default 0,
  last_ip text not null default '',
  last_at timestamptz,
  line_ip text not null default '',
  line_at timestamptz,
  created_ip text not null default '',
  disable_at timestamptz,
  -- The row of a deleted account stays: its name is shown on what it wrote. Email, password and profile are wiped.
  delete_at timestamptz,
  delete_reason text not null default '',
  -- What people say about where they are.
  status_emoji text not null default '',
  status_text text not null default '',
  status_until timestamptz,
  -- In a meeting, as of this time: renewed while the person is in its room.
  meeting_at timestamptz,
  -- The person pauses notifications until then.
  dnd_until timestamptz,
  -- The step of the set-up at which the person stopped; '' before it, 'done' after it.
  setup_step text not null default '',
  -- Tips for a person who joins: '', 'wanted', 'over'.
  tour text not null default '',
  start_hidden boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on users (lower(email)) where delete_at is null;
create unique index users_tel on users (tel) where tel <> '' and delete_at is null;
create index users_created on users (created_at desc);
create index users_department on users using gin (department) where delete_at is null;
create index users_status_ends on users (userid)
  where status_until is not null or meeting_at is not null or dnd_until is not null;
