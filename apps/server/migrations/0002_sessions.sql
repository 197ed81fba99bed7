-- One row per signed-in device. The token itself is never stored.
create table devices (
  id int generated always as identity primary key,
  userid int not null references users on delete cascade,
  token_hash text not null unique,
  detail jsonb not null default '{}',
  expired_at timestamptz not null,
  used_at timestamptz not null default now(),
  used_ip text not null default '',
  -- When the person last proved on this device who they are.
  proved_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index devices_user on devices (userid, updated_at desc);
