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
