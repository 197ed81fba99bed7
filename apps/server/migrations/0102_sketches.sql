-- Office files, drawings and mind maps that were read before get a picture.
update file_texts t set read_at = null, attempts = 0, tried_at = null
  from stored_files s where s.id = t.stored_id and lower(s.ext) in (
    'docx', 'dotx', 'docm', 'xlsx', 'xlsm', 'xltx', 'pptx', 'ppsx', 'potx', 'odt', 'ott', 'ods', 'ots', 'odp', 'otp',
    'excalidraw', 'mind', 'sheet');
