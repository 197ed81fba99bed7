import { commentAdd } from '@atrium/contract/files/documents.ts';
import {
  deletedFile,
  everyone,
  fileLink,
  group,
  onlyAdmin,
  ownersOnly,
  people,
  type Rows,
  sentCode,
  sharedDocument,
  sharedFolder,
  signedIn,
  strangers,
  upload,
} from './scene.ts';

/** Open with a code, and to nobody without one. */
const asked = { ...everyone('auth.required'), ...strangers('file.gone'), member: 'ok', owner: 'ok' };

const ownersComment = async () => {
  const { id } = await sharedDocument();
  return { comment_id: (await people.owner.call(commentAdd, { id, text: 'Right?' })).id };
};

/** Open to everyone who is signed in. */
const signedInOnly = {
  ...everyone('auth.required'),
  outsider: 'ok',
  member: 'ok',
  owner: 'ok',
  administrator: 'ok',
};

export const rows: Rows = {
  // Without a file; uploads are covered by the imports' own test.
  'import/upload': {
    input: () => ({ kind: 'trello', file: '/etc/passwd' }),
    cells: { ...onlyAdmin, administrator: 'parameter.missing' },
  },
  'upload/init': {
    input: async () => ({ ...(await group()), name: 'a.txt', size: 5 }),
    cells: strangers('dialog.gone'),
  },
  'upload/init#folder': {
    input: async () => ({
      ...{ scene: 'file_cabinet', name: 'a.txt', size: 5 },
      scene_params: { pid: (await sharedFolder()).id },
    }),
    cells: ownersOnly('file.gone', 'forbidden'),
  },
  // Only the person who started an upload knows it.
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
  // The member may read the shared folder's content, and nothing more.
  'file/lists': { input: async () => ({ pid: (await sharedFolder()).id }), cells: strangers('file.gone') },
  'file/lists#top': { input: () => ({}) },
  'file/one': { input: async () => ({ id: (await sharedDocument()).id }), cells: asked },
  'file/fetch': {
    input: async () => ({ path: String((await sharedDocument()).id) }),
    cells: strangers('file.gone'),
  },
  'file/usage': {},
  'file/office/kinds': {},
  // Without an office server; a stranger does not learn that.
  'file/office/open': {
    input: sharedDocument,
    cells: { ...strangers('file.gone'), member: 'office.none', owner: 'office.none' },
  },
  // A link in a message is for members; only a public link opens without signing in.
  'file/one#sent': { input: async () => ({ id: await sentCode() }), cells: signedInOnly },
  'file/one#code': { input: async () => ({ id: (await fileLink()).code }), cells: {} },
  'file/search': { input: () => ({ key: 'plan' }) },
  'file/add': {
    input: async () => ({ pid: (await sharedFolder()).id, name: 'Inside' }),
    cells: ownersOnly('file.gone', 'forbidden'),
  },
  'file/add#name': {
    input: async () => ({ id: (await sharedDocument()).id, name: 'Another' }),
    cells: ownersOnly('file.gone', 'forbidden'),
  },
  'file/copy': {
    input: async () => ({ id: (await sharedDocument()).id }),
    cells: ownersOnly('file.gone', 'forbidden'),
  },
  'file/copy#own': { input: async () => ({ id: (await sharedDocument()).id, pid: 0 }), cells: strangers('file.gone') },
  'file/move': {
    input: async () => ({ ids: [(await sharedDocument()).id], pid: 0 }),
    cells: ownersOnly('file.gone', 'forbidden'),
  },
  'file/remove': {
    input: async () => ({ ids: [(await sharedDocument()).id] }),
    cells: ownersOnly('file.gone', 'forbidden'),
  },
  'file/bin/lists': {},
  'file/bin/restore': {
    input: async () => ({ ids: [await deletedFile()] }),
    cells: ownersOnly('file.gone', 'file.gone'),
  },
  'file/bin/delete': {
    input: async () => ({ ids: [await deletedFile()] }),
    cells: ownersOnly('file.gone', 'file.gone'),
  },
  'file/bin/empty': {},
  'file/details': { input: sharedDocument, cells: strangers('file.gone') },
  'file/recent': {},
  'users/share/list': {},
  'file/content': { input: async () => ({ id: (await sharedDocument()).id }), cells: asked },
  'file/content/save': {
    input: async () => ({ id: (await sharedDocument()).id, content: '{"content":"x"}' }),
    cells: ownersOnly('file.gone', 'forbidden'),
  },
  // Without a file.
  'file/content/upload': {
    input: async () => ({ pid: (await sharedFolder()).id, files: '/etc/passwd' }),
    cells: signedIn('parameter.missing'),
  },
  'file/content/history': { input: sharedDocument, cells: strangers('file.gone') },
  'file/content/restore': {
    input: async () => ({ id: (await sharedDocument()).id, history_id: 2_000_000_000 }),
    cells: { ...ownersOnly('file.gone', 'forbidden'), owner: 'file.gone' },
  },
  'file/dav/status': {},
  'file/dav/credentials': {},
  'file/dav/create': { input: () => ({ name: 'Laptop' }) },
  'file/dav/revoke': { input: () => ({ id: 2147483647 }), cells: signedIn('token.gone') },
  'file/dav/delete': { input: () => ({ id: 2147483647 }), cells: signedIn('token.gone') },
  'file/dav/conflicts': {},
  'file/dav/conflictrename': {
    input: async () => ({ id: (await sharedDocument()).id }),
    cells: ownersOnly('file.gone', 'drive.share_owner'),
  },
  'file/dav/adminsetting': { cells: onlyAdmin },
  'file/dav/adminstatus': { cells: onlyAdmin },
  'file/dav/userrevoke': { input: () => ({ userid: people.third.userid }), cells: onlyAdmin },
  'file/comment/lists': { input: sharedDocument, cells: strangers('file.gone') },
  'file/comment/add': {
    input: async () => ({ ...(await sharedDocument()), text: 'Right?' }),
    cells: strangers('file.gone'),
  },
  'file/comment/resolve': {
    input: ownersComment,
    cells: ownersOnly('document.comment', 'forbidden'),
  },
  'file/comment/remove': {
    input: ownersComment,
    cells: ownersOnly('document.comment', 'forbidden'),
  },
  'file/share': { input: sharedFolder, cells: ownersOnly('file.gone', 'drive.share_owner') },
  'file/share/update': {
    input: async () => ({ id: (await sharedFolder()).id, userids: [people.third.userid] }),
    cells: ownersOnly('file.gone', 'drive.share_owner'),
  },
  'file/share/out': { input: sharedFolder, cells: { ...strangers('file.gone'), owner: 'drive.share_owner' } },
  'dialog/msg/sendfileid': {
    input: async (caller) => ({ file_id: (await sharedDocument()).id, userids: [caller.userid] }),
    cells: strangers('file.gone'),
  },
  'file/download/pack': {
    input: async () => ({ ids: [(await sharedDocument()).id], name: 'Pack' }),
    cells: ownersOnly('file.gone', 'forbidden'),
  },
  'file/link': { input: sharedDocument, cells: strangers('file.gone') },
  'file/links': { input: sharedDocument, cells: strangers('file.gone') },
  'file/link/save': { input: sharedDocument, cells: strangers('file.gone') },
  'file/link/open': { input: async () => ({ code: (await fileLink()).code }), cells: {} },
  'file/link/delete': { input: async () => ({ link_id: 2147483647 }), cells: signedIn('file.gone') },
  // A file would be stored as the caller's own, which nobody else sees before it is chosen.
  'system/imgupload': { cells: signedIn('parameter.missing') },
  'import/lists': { cells: onlyAdmin },
  ...Object.fromEntries(
    ['status', 'people', 'start', 'stop', 'remove'].map((action) => [
      `import/${action}`,
      { input: () => ({ import_id: 2_000_000_000 }), cells: { ...onlyAdmin, administrator: 'import.gone' } },
    ]),
  ),
};
