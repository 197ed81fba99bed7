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
