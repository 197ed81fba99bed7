import type { GrowingAnswer } from '@atrium/contract/chat/assistants.ts';
import type { EventData } from '@atrium/contract/contract.ts';
import { departmentWords } from '@atrium/contract/people/departments.ts';
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

/** Frames that are not in the event log, and the copy of a new message that onlookers of a dialog get. */
interface OtherData {
  'dialog/chat': EventData['dialog/add'];
  /** The growing answer of an assistant. */
  'msgStream/replace': GrowingAnswer;
  'line/online': { userid: number };
  'line/offline': { userid: number };
  /** Who has the same page open. */
  'path/': { path: string; userids: number[] };
}
type FrameData = EventData & OtherData;

/** The data of a kind of frame, by `type/action`. */
export type DataOf<K extends keyof FrameData> = FrameData[K];

/**
 * What is done for each kind of frame. Each may be run again for the same event, and must then change nothing. A kind that
 * the contract does not know does not compile.
 */
export type Reducers = { [K in keyof FrameData]?: (scene: Scene, data: FrameData[K], frame: Frame) => void };

/** Screens that show the file or its folder fetch them again. */
function tellDrive(scene: Scene, { id, pid }: { id: number; pid: number }): void {
  for (const each of new Set([id, pid])) scene.tell('drive', each);
}
const FILE_PATH = /^\/single\/file\/(\d+)$/;
export const driveReducers: Reducers = {
  'path/': (scene, { path, userids }) => {
    const [, id] = FILE_PATH.exec(path) ?? [];
    if (id) scene.viewed(Number(id), userids);
  },
  'file/add': tellDrive,
  'file/update': tellDrive,
  'file/delete': tellDrive,
  'file/compress': (scene, { progress }) => scene.tell('pack', progress),
  'file/content': (scene, { id }) => scene.tell('written', id),
};

export const userReducers: Reducers = {
  'user/update': (scene, user) => {
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
  'user/departments': ({ base }, { list }) => {
    for (const user of [...base.user.all()]) {
      const department_name = departmentWords(list, user);
      if (department_name !== user.department_name) base.user.patch(user.userid, { department_name });
    }
  },
  'user/tags': (scene, { userid }) => scene.tell('tags', userid),
  'report/unreadUpdate': (scene) => scene.tell('reports', 0),
  'line/online': (scene, { userid }) => scene.base.user.patch(userid, { online: true }),
  'line/offline': (scene, { userid }) => scene.base.user.patch(userid, { online: false }),
};
