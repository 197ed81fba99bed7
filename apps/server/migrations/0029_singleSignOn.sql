-- Accounts at OpenID Connect providers that have signed in. `subject` identifies a person there for good; the address may
-- change.
create table sso_identities (
  provider text not null,
  subject text not null,
  userid int not null references users on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index sso_identities_user on sso_identities (userid);
