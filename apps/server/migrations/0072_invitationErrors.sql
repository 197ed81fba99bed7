-- Why the mail of an invitation was not delivered; '' if it was, or is on its way.
alter table invitations add column mail_error text not null default '';
