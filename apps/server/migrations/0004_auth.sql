-- A device that shows a QR code waits here until someone confirms it on another device. Rows live for half a minute, so a
-- crash may lose them.
create unlogged table login_codes (
  code_hash text primary key,
  userid int not null references users on delete cascade,
  created_at timestamptz not null default now()
);
