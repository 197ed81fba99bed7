-- Drafts, by `key`: a dialog's id, or `t_` and a task's id. An emptied draft stays for a while as a row without text, so
-- that an older draft of another device loses against it.
create table drafts (
  userid int not null references users on delete cascade,
  key text not null,
  content text not null,
  quote_type text not null check (quote_type in ('', 'reply', 'update')),
  quote_id int not null,
  written_at timestamptz not null,
  primary key (userid, key)
);
create index drafts_emptied on drafts (written_at) where content = '' and quote_type = '';
