-- When whoever is to do something about a message is reminded of it, and when that was done.
alter table message_todos add column remind_at timestamptz;
alter table message_todos add column reminded_at timestamptz;
create index message_todos_due on message_todos (remind_at)
  where remind_at is not null and reminded_at is null and done_at is null;
