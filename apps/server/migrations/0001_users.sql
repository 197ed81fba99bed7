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
  -- A deleted account keeps its row: its name is shown on what it wrote. Email, password and profile are wiped.
  delete_at timestamptz,
  delete_reason text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on users (lower(email)) where delete_at is null;
create unique index users_tel on users (tel) where tel <> '' and delete_at is null;
create index users_created on users (created_at desc);
create index users_department on users using gin (department) where delete_at is null;
