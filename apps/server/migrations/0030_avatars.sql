-- Profile pictures are avatars; a face is what check-in devices recognize.
alter table if exists faces rename constraint faces_pkey to avatars_pkey;
alter table if exists faces rename constraint faces_file_id_fkey to avatars_file_id_fkey;
alter table if exists faces rename constraint faces_userid_fkey to avatars_userid_fkey;
alter index if exists faces_of_user rename to avatars_of_user;
alter table if exists faces rename to avatars;
