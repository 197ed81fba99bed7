-- Gives a database of the last development version the names of 1.0. Run by migrate.ts before its migrations count as done.
drop index if exists events_at;

alter table if exists faces rename constraint faces_pkey to avatars_pkey;
alter table if exists faces rename constraint faces_file_id_fkey to avatars_file_id_fkey;
alter table if exists faces rename constraint faces_userid_fkey to avatars_userid_fkey;
alter index if exists faces_of_user rename to avatars_of_user;
alter table if exists faces rename to avatars;

alter table message_heard rename constraint message_heard_pkey to message_played_pkey;
alter table message_heard rename constraint message_heard_msg_id_fkey to message_played_msg_id_fkey;
alter table message_heard rename to message_played;

alter table checkin_days rename column told_in to notified_in;
alter table checkin_days rename column told_out to notified_out;
