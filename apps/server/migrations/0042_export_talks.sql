-- Conversations are taken along as workbooks too. 0 = no conversation.
alter table exports drop constraint exports_kind_check;
alter table exports add constraint exports_kind_check check (kind in ('task', 'overdue', 'talk'));
alter table exports add column dialog_id int not null default 0;
