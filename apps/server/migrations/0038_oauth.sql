-- OAuth 2.1: programs of others ask people for access. What they get are access tokens that end after an hour.
create table oauth_clients (
  id text primary key,
  -- As the program calls itself; nobody has checked it.
  name text not null,
  uri text not null default '',
  redirect_uris text[] not null,
  -- Null for programs that cannot store a secret.
  secret_hash text,
  auth_method text not null default 'none',
  created_ip text not null default '',
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index oauth_clients_created on oauth_clients (created_at);

-- What a person has allowed a program.
create table oauth_grants (
  id int generated always as identity primary key,
  client_id text not null references oauth_clients on delete cascade,
  userid int not null references users on delete cascade,
  scopes text[] not null,
  -- Empty = every part of the server; `mcp` = only the tools of /mcp.
  resource text not null default '',
  -- Where the program was sent its code.
  redirect_host text not null default '',
  refreshed_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index oauth_grants_person on oauth_grants (userid);
create index oauth_grants_client on oauth_grants (client_id);

-- Codes of the authorization screen. A used one stays for a while, because a second use shows that it was stolen.
create table oauth_codes (
  code_hash text primary key,
  client_id text not null references oauth_clients on delete cascade,
  userid int not null references users on delete cascade,
  scopes text[] not null,
  resource text not null default '',
  redirect_uri text not null,
  -- S256
  challenge text not null,
  used_at timestamptz,
  grant_id int references oauth_grants on delete set null,
  created_at timestamptz not null default now()
);
create index oauth_codes_person on oauth_codes (userid);
create index oauth_codes_client on oauth_codes (client_id);
create index oauth_codes_grant on oauth_codes (grant_id);

-- Each works once; used ones stay, because a second use shows that one was stolen.
create table oauth_refresh_tokens (
  token_hash text primary key,
  grant_id int not null references oauth_grants on delete cascade,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index oauth_refresh_tokens_grant on oauth_refresh_tokens (grant_id);
