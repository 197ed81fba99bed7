-- Opening a dialog asks whether it holds a link. Where it holds none, that walked every message ever said in it.
create index messages_link on messages (dialog_id, id) where link = 1 and deleted_at is null;
