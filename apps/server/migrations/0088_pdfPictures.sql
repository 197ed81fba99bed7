-- PDFs that were read before get a picture of their first page.
update file_texts t set read_at = null, attempts = 0, tried_at = null
  from stored_files s where s.id = t.stored_id and lower(s.ext) = 'pdf';
