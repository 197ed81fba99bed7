-- Personal access tokens: programs act for a person with them, within the scopes that the person chose.
create table access_tokens (
  id int generated always as identity primary key,
  userid int not null references users on delete cascade,
  name text not null,
  scopes text[] not null,
  token_hash text not null unique,
  -- Its last characters, to tell tokens apart.
  ending text not null,
  -- Null = it does not expire.
  expired_at timestamptz,
  used_at timestamptz,
  used_ip text not null default '',
  -- A token of an app acts for its person for an hour; it ends with the app.
  app_id text references micro_apps on delete cascade,
  -- Null = a token that a person made themselves.
  grant_id int references oauth_grants on delete cascade,
  -- The user name of an app password; such a token works at /dav only. Null for all others.
  dav_id text unique,
  created_at timestamptz not null default now()
);
create index access_tokens_owner on access_tokens (userid);
create index access_tokens_app on access_tokens (app_id) where app_id is not null;
create index access_tokens_grant on access_tokens (grant_id) where grant_id is not null;
