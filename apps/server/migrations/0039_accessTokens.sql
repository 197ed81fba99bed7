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
  created_at timestamptz not null default now()
);
create index access_tokens_owner on access_tokens (userid);
