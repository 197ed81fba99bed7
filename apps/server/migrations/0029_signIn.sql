-- Links to choose a new password. Only the hash of a link is stored.
create table password_resets (
  id int generated always as identity primary key,
  userid int not null references users on delete cascade,
  token_hash text not null unique,
  -- Mailed to the person's address, or handed over by this administrator.
  made_by int not null default 0,
  used_at timestamptz,
  expired_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index password_resets_user on password_resets (userid);

-- Authenticator apps. The seed is encrypted with a key outside the database.
create table totp_factors (
  userid int primary key references users on delete cascade,
  secret text not null,
  -- Null until the first right code has proved that the app has the seed.
  confirmed_at timestamptz,
  -- The time step of the last accepted code: no code is accepted twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  id int generated always as identity primary key,
  userid int not null references users on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index recovery_codes_user on recovery_codes (userid);

create table passkeys (
  id int generated always as identity primary key,
  userid int not null references users on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index passkeys_user on passkeys (userid);

-- Kinds of devices and networks that a person has signed in from: sign-ins from others are mailed to them.
create table sign_in_places (
  userid int not null references users on delete cascade,
  -- `device` or `network`
  kind text not null,
  place text not null,
  used_at timestamptz not null default now(),
  primary key (userid, kind, place)
);

alter table devices
  add column used_at timestamptz not null default now(),
  add column used_ip text not null default '',
  -- When the person last proved on this device who they are.
  add column proved_at timestamptz;

-- Workspaces that exist stay open to sign-up; new ones begin with invitations.
insert into settings (name, value)
  select 'system', '{"reg": "open"}'::jsonb where exists (select 1 from users where bot = 0)
  on conflict (name) do update set value = '{"reg": "open"}'::jsonb || settings.value;
