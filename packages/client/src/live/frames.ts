import { type DepartmentInfo, departmentWords } from '@atrium/contract/people/departments.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Draft, Rows } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import type { Frame } from './socket.ts';

/** What an event cannot tell and the server must be asked for. Each is asked once, however often it is wanted. */
export type Errand = 'dialog' | 'unread' | 'project' | 'tasks' | 'message' | 'page';

/**
 * What is asked for where it is shown, and kept nowhere; the number is the task's, with `tags` the person's, with `reports`
 * 0, with `drive` that of a file or of the folder it stands in (0: the top), with `written` that of a file that has new
 * content, with `pack` how much of a hundred of one's archive is there, with `viewers` that of a
 * file that others have open.
 */
export type Topic =
  | 'relations'
  | 'files'
  | 'content'
  | 'tags'
  | 'todos'
  | 'reports'
  | 'drive'
  | 'written'
  | 'pack'
  | 'viewers';

/** Where a frame is applied. */
export interface Scene {
  store: Store;
  base: Draft;
  /** The signed-in person's id. */
  me: number;
  /** Withdrawn messages and left dialogs: what is late about them is ignored. */
  gone: { messages: Set<number>; dialogs: Set<number> };
  want(errand: Errand, id: number): void;
  /** Somebody looks at this dialog. */
  isOpen(dialogId: number): boolean;
  /** What the store does not hold has changed: who shows it asks again. */
  tell(topic: Topic, id: number): void;
  /** These people have a file open now. */
  viewed(fileId: number, userids: readonly number[]): void;
  /** One of the person's devices has changed what was begun there. */
  drafted(key: string, time: number): void;
  preview(message: Pick<Rows['message'], 'type' | 'mtype' | 'msg'>): string;
  /** A message came in that nobody here had heard of: sounds, notifications. */
  heard(message: Rows['message'], silence: boolean): void;
}

/** Applies one kind of event. It may be run again for the same event, and must then change nothing. */
export type Reducer = (scene: Scene, data: Record<string, unknown>, frame: Frame) => void;

/** Screens that show the file or its folder fetch them again. */
const tellDrive: Reducer = (scene, data) => {
  for (const id of new Set([Number(data['id']), Number(data['pid'] ?? 0)])) scene.tell('drive', id);
};
const FILE_PATH = /^\/single\/file\/(\d+)$/;
export const driveReducers: Record<string, Reducer> = {
  'path/': (scene, data) => {
    const [, id] = FILE_PATH.exec(String(data['path'])) ?? [];
    if (id && Array.isArray(data['userids'])) scene.viewed(Number(id), data['userids'].map(Number));
  },
  'file/add': tellDrive,
  'file/update': tellDrive,
  'file/delete': tellDrive,
  'file/compress': (scene, data) => scene.tell('pack', Number(data['progress'])),
  'file/content': (scene, data) => scene.tell('written', Number(data['id'])),
};

export const userReducers: Record<string, Reducer> = {
  'user/update': (scene, data) => {
    const user = data as unknown as UserBasic;
    scene.base.user.put({ ...scene.base.user.get(user.userid), ...user });
    for (const dialog of [...scene.base.dialog.all()]) {
      if (dialog.dialog_user?.userid !== user.userid) continue;
      scene.base.dialog.patch(dialog.id, {
        name: user.nickname,
        email: user.email,
        userimg: user.userimg,
        pinyin: user.pinyin,
        is_disable: Number(Boolean(user.disable_at || user.delete_at)),
        dialog_delete: Number(Boolean(user.delete_at)),
      });
    }
  },
  /** Departments changed: people are shown with the new names. */
  'user/departments': ({ base }, data) => {
    const list = data['list'] as DepartmentInfo[];
    for (const user of [...base.user.all()]) {
      const department_name = departmentWords(list, user);
      if (department_name !== user.department_name) base.user.patch(user.userid, { department_name });
    }
  },
  'user/tags': (scene, data) => scene.tell('tags', Number(data['userid'])),
  'report/unreadUpdate': (scene) => scene.tell('reports', 0),
  'line/online': (scene, data) => scene.base.user.patch(Number(data['userid']), { online: true }),
  'line/offline': (scene, data) => scene.base.user.patch(Number(data['userid']), { online: false }),
};
