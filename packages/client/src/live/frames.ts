import type { ProgramReply } from '@atrium/contract/chat/actions.ts';
import type { AnswerStream } from '@atrium/contract/chat/assistants.ts';
import type { EventData } from '@atrium/contract/contract.ts';
import { departmentWords } from '@atrium/contract/people/departments.ts';
import type { Draft, Rows } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import type { Frame } from './socket.ts';

/**
 * Data that an event does not contain and the server must be asked for. Each is requested once, however often it is
 * wanted.
 */
export type Refetch = 'dialog' | 'unread' | 'project' | 'tasks' | 'message' | 'page';

/**
 * Data that is loaded where it is shown, and not stored; the number is the task's id, for `tags` the person's, for
 * `reports`, `approvals` and `headed` (the projects that a head of departments sees) and `meetings` (planned ones) 0, for `inbox` 0, and that of each item that came back, for `drive` that of a file or its folder (0: the top level), for `written` that of a file with new
 * content, for `commented` that of a file with other comments, for `pack` the progress of one's archive in percent, for `viewers` that of a file that others have open.
 */
export type Topic =
  | 'relations'
  | 'files'
  | 'content'
  | 'tags'
  | 'todos'
  | 'reports'
  | 'approvals'
  | 'drive'
  | 'written'
  | 'commented'
  | 'pack'
  | 'viewers'
  | 'apps'
  | 'appData'
  | 'confirmations'
  | 'headed'
  | 'inbox'
  | 'meetings';

/** The data to which a frame is applied. */
export interface Scene {
  store: Store;
  base: Draft;
  /** The signed-in person's id. */
  me: number;
  /** Withdrawn messages and left dialogs: late events about them are ignored. */
  gone: { messages: Set<number>; dialogs: Set<number> };
  want(refetch: Refetch, id: number): void;
  /** True if this dialog is open. */
  isOpen(dialogId: number): boolean;
  /** Announces that data outside the store has changed, so that its viewers reload it. */
  tell(topic: Topic, id: number): void;
  /** Notes that these people have a file open now. */
  viewed(fileId: number, userids: readonly number[]): void;
  /** Called when a program answers the person alone. */
  replied(reply: ProgramReply): void;
  /** Called when an assistant's words can be read while they grow. */
  streams(stream: AnswerStream): void;
  /** Called when one of the person's devices has changed a draft. */
  drafted(key: string, time: number): void;
  preview(message: Pick<Rows['message'], 'type' | 'mtype' | 'msg'>): string;
  /** Called when a new message arrived, for sounds and notifications. */
  onMessage(message: Rows['message'], silence: boolean): void;
}

/** Frames that are not in the event log, and the copy of a new message for viewers of a dialog. */
interface OtherData {
  'dialog/chat': EventData['dialog/add'];
  /** An assistant begins to answer. */
  'msgStream/open': AnswerStream;
  'assistantConfirm/change': { dialog_id: number };
  'dialog/reply': ProgramReply;
  'line/online': { userid: number };
  'line/offline': { userid: number };
  /** The people who have the same page open. */
  'path/': { path: string; userids: number[] };
}
type FrameData = EventData & OtherData;

/** The data of a kind of frame, by `type/action`. */
export type DataOf<K extends keyof FrameData> = FrameData[K];

/**
 * The reducer of each kind of frame. It may run again for the same event, and must then change nothing. A kind that the
 * contract does not define does not compile.
 */
export type Reducers = { [K in keyof FrameData]?: (scene: Scene, data: FrameData[K], frame: Frame) => void };

/** Screens that show the file or its folder reload them. */
function announceDrive(scene: Scene, { id, pid }: { id: number; pid: number }): void {
  for (const each of new Set([id, pid])) scene.tell('drive', each);
}
const FILE_PATH = /^\/single\/file\/(\d+)$/;
export const driveReducers: Reducers = {
  'path/': (scene, { path, userids }) => {
    const [, id] = FILE_PATH.exec(path) ?? [];
    if (id) scene.viewed(Number(id), userids);
  },
  'file/add': announceDrive,
  'file/update': announceDrive,
  'file/delete': announceDrive,
  'file/compress': (scene, { progress }) => scene.tell('pack', progress),
  'file/content': (scene, { id }) => scene.tell('written', id),
  'file/comment': (scene, { id }) => scene.tell('commented', id),
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
  /** The names of departments changed, so people are shown with the new ones. */
  'user/departments': ({ base }, { list }) => {
    for (const user of [...base.user.all()]) {
      const department_name = departmentWords(list, user);
      if (department_name !== user.department_name) base.user.patch(user.userid, { department_name });
    }
  },
  'user/tags': (scene, { userid }) => scene.tell('tags', userid),
  'app/update': (scene) => scene.tell('apps', 0),
  'appBadge/update': (scene) => scene.tell('apps', 0),
  'app/data': (scene) => scene.tell('appData', 0),
  'report/unreadUpdate': (scene) => scene.tell('reports', 0),
  'approve/unread': (scene) => scene.tell('approvals', 0),
  'approve/add': (scene) => scene.tell('approvals', 0),
  'approve/update': (scene) => scene.tell('approvals', 0),
  'approve/finish': (scene) => scene.tell('approvals', 0),
  'approve/forms': (scene) => scene.tell('approvals', 0),
  'inbox/update': (scene, { woken }) => {
    for (const id of woken) scene.tell('inbox', id);
    scene.tell('inbox', 0);
  },
  'meeting/plans': (scene) => scene.tell('meetings', 0),
  'line/online': (scene, { userid }) => scene.base.user.patch(userid, { online: true }),
  'line/offline': (scene, { userid }) => scene.base.user.patch(userid, { online: false }),
};
