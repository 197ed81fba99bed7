-- PostgreSQL's timeline when the epoch began: it changes when a standby is promoted. Null in epochs of earlier servers.
alter table log_epochs add column timeline text;
