-- Drawings and mind maps are shared documents too. The formats are those that the server knows.
alter table documents drop constraint documents_format_check;
-- Uploaded drawings had no type until now.
update files set type = 'drawing' where type = '' and lower(ext) = 'excalidraw';
