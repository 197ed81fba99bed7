-- When people came and went is taken along as a workbook too.
alter table exports drop constraint exports_kind_check;
alter table exports add constraint exports_kind_check check (kind in ('task', 'overdue', 'talk', 'checkin'));
