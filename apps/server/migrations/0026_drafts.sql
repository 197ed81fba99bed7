-- What somebody has begun to write and not sent, in the place named by `key`: a dialog's id, or t_ and a task's. One that
-- was emptied stays for a while as a row without words: it is what an older draft of another device loses against.
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
