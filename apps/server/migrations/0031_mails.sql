-- Mail about unread messages: who does not want it, and what each person was mailed about.
create table unread_mails (
  userid int primary key references users on delete cascade,
  is_off boolean not null default false,
  -- Messages up to this id are not mailed about again.
  last_msg_id int not null default 0,
  mailed_at timestamptz
);
