-- What people report about a conversation, for administrators.
create table complaints (
  id int generated always as identity primary key,
  userid int not null references users on delete cascade,
  dialog_id int not null references dialogs on delete cascade,
  -- The reported message as it was: its author may change or delete it meanwhile. 0 = the conversation as a whole.
  msg_id bigint not null default 0,
  msg_userid int not null default 0,
  msg_text text not null default '',
  type int not null,
  reason text not null,
  status int not null default 0,
  handled_by int references users on delete set null,
  handled_at timestamptz,
  created_at timestamptz not null default now()
);
create index complaints_status on complaints (status, id desc);
create index complaints_userid on complaints (userid);
create index complaints_dialog on complaints (dialog_id);

-- Pictures that were sent with a report.
create table complaint_files (
  complaint_id int not null references complaints on delete cascade,
  file_id int not null references stored_files,
  primary key (complaint_id, file_id)
);
create index complaint_files_file on complaint_files (file_id);
