-- A device that shows a code waits here for whoever signs it in from another one. Half a minute of life, so nothing is
-- lost with a crash.
create unlogged table login_codes (
  code_hash text primary key,
  userid int not null references users on delete cascade,
  created_at timestamptz not null default now()
);
