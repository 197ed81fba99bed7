-- Spreadsheets are shared documents too. Files of this name had no type until now.
update files set type = 'sheet' where type = '' and lower(ext) = 'sheet';
