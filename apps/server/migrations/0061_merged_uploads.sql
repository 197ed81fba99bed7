-- The message that an upload became; 0 while it is unfinished. The row stays for a day, for merges that are asked for again.
alter table uploads add column msg_id int not null default 0;
