-- Invitations to the workspace, by mail (with `email`) or by a link that several people may use.
create table invitations (
  id int generated always as identity primary key,
  token_hash text not null unique,
  email text not null default '',
  identity text[] not null default '{}',
  department int[] not null default '{}',
  project_ids int[] not null default '{}',
  made_by int not null,
  lang text not null default 'en',
  max_uses int not null default 1,
  used int not null default 0,
  mailed_at timestamptz,
  -- Why the mail was not delivered; '' if it was, or is on its way.
  mail_error text not null default '',
  revoked_at timestamptz,
  expired_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index invitations_created on invitations (created_at desc);
