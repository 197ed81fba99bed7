-- What people want to be reminded of.
create table reminders (
  id int generated always as identity primary key,
  userid int not null references users on delete cascade,
  text text not null,
  at timestamptz not null,
  created_at timestamptz not null default now()
);
create index reminders_due on reminders (at);
create index reminders_own on reminders (userid, at);
