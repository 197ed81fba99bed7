import { group, onlyAdmin, type Rows, signedIn, strangers, upload } from './scene.ts';

export const rows: Rows = {
  // No file came along: what happens to one is told by the imports' own test.
  'import/upload': {
    input: () => ({ kind: 'trello', file: '/etc/passwd' }),
    cells: { ...onlyAdmin, administrator: 'parameter.missing' },
  },
  'upload/init': {
    input: async () => ({ ...(await group()), name: 'a.txt', size: 5 }),
    cells: strangers('dialog.gone'),
  },
  // Only whoever began one knows it.
  'upload/init#known': { input: upload, cells: { ...strangers('upload.gone'), member: 'upload.gone' } },
  'upload/chunk': {
    input: async () => ({ ...(await upload()), index: 0, blob: '/etc/passwd' }),
    cells: signedIn('parameter.missing'),
  },
  'upload/merge': {
    input: upload,
    cells: { ...strangers('upload.gone'), member: 'upload.gone', owner: 'upload.unfinished' },
  },
  'upload/cancel': { input: upload },
  'file/key': {},
  // A file would be kept as the caller's own, which nobody else sees before it is chosen.
  'system/imgupload': { cells: signedIn('parameter.missing') },
  'import/lists': { cells: onlyAdmin },
  ...Object.fromEntries(
    ['status', 'start', 'stop', 'remove'].map((action) => [
      `import/${action}`,
      { input: () => ({ import_id: 2_000_000_000 }), cells: { ...onlyAdmin, administrator: 'import.gone' } },
    ]),
  ),
};
