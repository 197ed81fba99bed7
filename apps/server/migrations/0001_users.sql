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
  -- A deleted account keeps its row: its name still stands on what it wrote. E-mail, password and profile are wiped.
  delete_at timestamptz,
  delete_reason text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on users (lower(email)) where delete_at is null;
create unique index users_tel on users (tel) where tel <> '' and delete_at is null;
create index users_created on users (created_at desc);

-- One row per signed-in device. The token itself is never stored.
create table devices (
  id int generated always as identity primary key,
  userid int not null references users on delete cascade,
  token_hash text not null unique,
  detail jsonb not null default '{}',
  expired_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index devices_user on devices (userid, updated_at desc);

create table email_codes (
  id int generated always as identity primary key,
  userid int not null references users on delete cascade,
  -- 1 verification link, 2 change of e-mail, 3 deletion of the account
  type int not null check (type in (1, 2, 3)),
  email text not null,
  code_hash text not null,
  tries int not null default 0,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index email_codes_user on email_codes (userid, type, created_at desc);
create index email_codes_hash on email_codes (code_hash);

create table settings (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
