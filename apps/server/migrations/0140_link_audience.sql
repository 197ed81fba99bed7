-- Who a link opens its file for: `anyone` who has it, or `members` after they sign in, as in a message that names a file.
-- Every link so far opened for anyone, and is listed under Share, where it can be turned off.
alter table file_links add column audience text not null default 'anyone' check (audience in ('anyone', 'members'));
alter table file_links alter column audience drop default;
alter table file_links drop constraint file_links_file_id_userid_key;
alter table file_links add constraint file_links_file_id_userid_audience_key unique (file_id, userid, audience);
