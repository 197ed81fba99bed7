import { SHARE_DIALOGS, type ShareTarget, type shareTargets } from '@atrium/contract/files/shareTargets.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { listNewestDialogs, presentNamed } from '#modules/dialogs/dialogs.service';
import { searchPeople } from '#modules/users/directory.service';
import type { View } from '#platform/work';
import { listFolder } from './drive.service.ts';

type Found = Omit<ShareTarget, 'sort'>;

const PEOPLE = 20;

/** @throws file.gone, drive.folder */
export async function listShareTargets(view: View, input: InputOf<typeof shareTargets>): Promise<ShareTarget[]> {
  const { type = 'file', key = '', pid } = input;
  const found = pid === undefined ? await listTop(view, type, key) : await listFolders(view, pid, key);
  return found.map((target, sort) => ({ ...target, sort }));
}

async function listTop(view: View, type: 'file' | 'text', key: string): Promise<Found[]> {
  const dialogs = key ? await presentNamed(view, key, SHARE_DIALOGS) : await listNewestDialogs(view, SHARE_DIALOGS);
  const isFile = type === 'file';
  const url = callAddress(view, isFile ? 'dialog/msg/sendfiles' : 'dialog/msg/sendtext');
  const options = { ...(!isFile && { text_type: 'text', reply_id: 0 }), silence: 'no' };
  const talked = new Set(dialogs.map(({ dialog_user }) => dialog_user?.userid));
  // A text can be sent to dialogs only.
  const people = key && isFile ? await searchPeople(view, { keys: { key }, take: PEOPLE }) : [];
  const others = (Array.isArray(people) ? people : people.data).filter(({ userid }) => !talked.has(userid));
  return [
    ...(isFile && !key ? [filesEntry(view)] : []),
    ...dialogs.map(
      ({ id, name, avatar, userimg }): Found => ({
        type: 'item',
        name,
        icon: avatar || userimg || appIcon(view),
        url,
        extend: { dialog_ids: [id], ...options },
      }),
    ),
    ...others.map(
      ({ userid, nickname, userimg }): Found => ({
        type: 'item',
        name: nickname,
        icon: userimg,
        url,
        extend: { user_ids: [userid], ...options },
      }),
    ),
  ];
}

/** Folders that the caller may put a file into; the names contain `key`. */
async function listFolders(view: View, pid: number, key: string): Promise<Found[]> {
  const isFound = (name: string) => name.toLowerCase().includes(key.toLowerCase());
  const folders = (await listFolder(view, pid > 0 ? { pid } : {})).filter(
    (file) => file.type === 'folder' && file.pid === pid && file.permission > 0 && isFound(file.name),
  );
  return folders.map(({ id, name }) => folderEntry(view, id, name));
}

const filesEntry = (view: View) => folderEntry(view, 0, translate(view.caller.lang, 'drive.area'));

const folderEntry = (view: View, id: number, name: string): Found => ({
  type: 'children',
  name,
  icon: appIcon(view),
  url: callAddress(view, 'file/content/upload'),
  extend: { upload_file_id: id, pid: id },
});

const callAddress = ({ app }: View, path: string) => `${app.publicUrl}/api/${path}`;
const appIcon = ({ app }: View) => `${app.publicUrl}/icon-192.png`;
