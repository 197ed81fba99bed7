create table email_codes (
  id int generated always as identity primary key,
  userid int not null references users on delete cascade,
  -- 1 verification link, 2 change of email, 3 deletion of the account
  type int not null check (type in (1, 2, 3)),
  email text not null,
  code_hash text not null,
  tries int not null default 0,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index email_codes_user on email_codes (userid, type, created_at desc);
create index email_codes_hash on email_codes (code_hash);

-- A device that shows a QR code waits here until someone confirms it on another device. Rows live for half a minute, so a
-- crash may lose them.
create unlogged table login_codes (
  code_hash text primary key,
  userid int not null references users on delete cascade,
  created_at timestamptz not null default now()
);

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

-- Sign-ups that wait for their address to be confirmed. The account is created then.
create table sign_ups (
  id int generated always as identity primary key,
  email text not null,
  password text not null,
  nickname text not null default '',
  invitation_id int references invitations on delete cascade,
  lang text not null,
  ip text not null,
  -- Of the mailed link; null until it is mailed.
  code_hash text,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index sign_ups_code on sign_ups (code_hash);
create index sign_ups_invitation on sign_ups (invitation_id);
create index sign_ups_email on sign_ups (lower(email));
