import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendfileid, msgTodo, msgTodolist, msgVote } from '@atrium/contract/chat/messageActions.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { stickerSetSave } from '@atrium/contract/chat/stickers.ts';
import { driveAdd, driveLink, driveRemove, driveShareUpdate } from '@atrium/contract/files/drive.ts';
import { msgSendfile, uploadInit } from '@atrium/contract/files/files.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { departmentAdd } from '@atrium/contract/people/departments.ts';
import { personTagAdd } from '@atrium/contract/people/personTags.ts';
import { flowSave } from '@atrium/contract/projects/flows.ts';
import { columnLists, projectAdd, projectInvite, projectOne, projectUser } from '@atrium/contract/projects/projects.ts';
import { tagSave } from '@atrium/contract/projects/tags.ts';
import { templateSave } from '@atrium/contract/projects/taskExtras.ts';
import { taskFiles } from '@atrium/contract/projects/taskLinks.ts';
import { taskAdd, taskDialog, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { reportStore } from '@atrium/contract/workspace/reports.ts';
import { administrator, person, TestClient, unique } from '../world.ts';

/** Owner and member share a project, a task, a group and a message; the others are not involved with these. */
export const roles = ['nobody', 'outsider', 'member', 'owner', 'disabled', 'administrator'] as const;
export type Role = (typeof roles)[number];

/** A call, or with `#word` in its key another input for it, and the result for everyone. */
export interface Row {
  /** The input; created for each cell, so that cells do not affect each other. */
  input?: (caller: TestClient) => Promise<Record<string, unknown>> | Record<string, unknown>;
  /** `ok`, or the error code. Roles that are not listed succeed. */
  cells?: Partial<Record<Role, string>>;
  /** The call ends the caller's sign-in. */
  ends?: boolean;
}

/** An mp3 header is enough for the server's check. */
export const MP3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x58, 0xc4]), Buffer.alloc(400)]).toString('base64');

export const people = {} as Record<Role | 'third', TestClient>;

/** Called before the first cell. */
export async function createPeople(): Promise<void> {
  people.administrator = await administrator();
  people.nobody = new TestClient(people.administrator.base);
  people.owner = await person('owner', { live: true });
  people.member = await person('member');
  people.outsider = await person('outsider');
  people.third = await person('third');
  people.disabled = await person('disabled');
  await people.administrator.call(userOperation, { userid: people.disabled.userid, type: 'setdisable' });
}

// The owner's things, shared with the member and a third person -------------------------------------------------------

export const subscription = () => ({
  endpoint: `https://push.example/${unique('e')}`,
  p256dh: Buffer.alloc(65, 4).toString('base64url'),
  auth: Buffer.alloc(16, 1).toString('base64url'),
});
export async function project() {
  const { owner, member, third } = people;
  const made = await owner.call(projectAdd, { name: unique('P'), columns: 'One,Two' });
  await owner.call(projectUser, { project_id: made.id, userid: [owner, member, third].map((each) => each.userid) });
  return { project_id: made.id };
}
export async function column() {
  const { owner } = people;
  const full = await owner.call(projectOne, await project());
  const made = await owner.raw(`project/column/lists?project_id=${full.id}`);
  return { column_id: (made.data.data as { id: number }[])[0]?.id ?? 0 };
}
export async function task(fields: { visibility?: number; done?: boolean } = {}) {
  const { owner } = people;
  const made = await owner.call(taskAdd, {
    ...(await project()),
    name: 'Ship',
    owner: [owner.userid],
    ...(fields.visibility && { visibility: fields.visibility }),
  });
  if (fields.done) await owner.call(taskUpdate, { task_id: made.id, complete_at: '2026-01-01 00:00:00' });
  return { task_id: made.id };
}
export async function taskFile() {
  const { owner } = people;
  const { task_id } = await task();
  const { dialog_id } = await owner.call(taskDialog, { task_id });
  await owner.call(msgSendfile, { dialog_id, image64: 'aGVsbG8=', filename: 'hello.txt' });
  const [file] = await owner.call(taskFiles, { task_id });
  return { file_id: file?.id ?? 0 };
}
export const defaultFlow = [
  { id: -1, name: 'Open', status: 'start' as const, turns: [-2] },
  { id: -2, name: 'Done', status: 'end' as const, turns: [-1] },
];
export async function statusStep() {
  const { owner } = people;
  const made = await project();
  const flow = await owner.call(flowSave, { ...made, flows: defaultFlow });
  const { id } = await owner.call(taskAdd, { ...made, name: 'Ship', owner: [owner.userid] });
  return { task_id: id, flow_item_id: flow.project_flow_item[1]?.id };
}
export const tag = async () =>
  people.owner.call(tagSave, { ...(await project()), name: unique('t'), color: '#51abea' });
export async function template() {
  const made = await people.owner.call(templateSave, { ...(await project()), name: 'Bug', title: 'Bug: ' });
  return { id: made.id, project_id: made.project_id };
}
/** A project of the owner alone, as a target for tasks. */
export async function ownPlace() {
  const { owner } = people;
  const { id } = await owner.call(projectAdd, { name: unique('P'), columns: 'One' });
  const { data } = await owner.call(columnLists, { project_id: id });
  return { project_id: id, column_id: data[0]?.id ?? 0 };
}
export async function group() {
  const { owner, member, third } = people;
  const made = await owner.call(groupAdd, { userids: [member.userid, third.userid], chat_name: 'Group' });
  return { dialog_id: made.id };
}
export const groupIds = async () => ({ dialogids: [(await group()).dialog_id] });
export async function message() {
  const sent = await people.owner.call(msgSendtext, { ...(await group()), text: 'hello' });
  return { msg_id: sent.id };
}
/** The member may read it. */
export async function sharedFolder() {
  const { owner, member } = people;
  const { id } = await owner.call(driveAdd, { name: 'Folder' });
  await owner.call(driveShareUpdate, { id, userids: [member.userid], permission: 0 });
  return { id };
}
export async function sharedDocument() {
  const { id: pid } = await sharedFolder();
  const { id } = await people.owner.call(driveAdd, { pid, name: 'Plan', type: 'document' });
  return { id };
}
/** A file in the owner's bin. */
export async function deletedFile() {
  const { id } = await sharedDocument();
  await people.owner.call(driveRemove, { ids: [id] });
  return id;
}
export const fileLink = async () => people.owner.call(driveLink, await sharedDocument());
/** The code of a link sent in a message. */
export async function sentCode() {
  const { id: file_id } = await sharedDocument();
  const { msgs } = await people.owner.call(msgSendfileid, { file_id, userids: [people.third.userid] });
  return /single\/file\/([\w-]+)/.exec(String(msgs[0]?.msg['text']))?.[1] ?? '';
}
export async function upload() {
  const { upload_id } = await people.owner.call(uploadInit, { ...(await group()), name: 'a.txt', size: 5 });
  return { upload_id };
}
export async function vote() {
  const { dialog_id } = await group();
  const [made] = await people.owner.call(msgVote, { dialog_id, text: 'Where?', list: [{ text: 'A' }, { text: 'B' }] });
  return { dialog_id, uuid: String(made?.msg['uuid']) };
}
export async function todo() {
  const { msg_id } = await message();
  await people.owner.call(msgTodo, { msg_id, userids: [people.owner.userid] });
  const [mine] = await people.owner.call(msgTodolist, { msg_id });
  return { id: mine?.id ?? 0 };
}
export async function invite() {
  const { url } = await people.owner.call(projectInvite, await project());
  return { code: url.slice(url.lastIndexOf('/') + 1) };
}

export const stickerSet = async () => ({
  id: (await people.administrator.call(stickerSetSave, { name: unique('Cats') })).id,
});
export async function makeDepartment() {
  const { administrator, member, third } = people;
  const made = await administrator.call(departmentAdd, { name: 'Cellar', owner_userid: member.userid });
  return { id: made.id, userid: third.userid };
}

/** A tag that the member gave the owner. */
export async function personTag() {
  const { member, owner } = people;
  const name = unique('t').slice(-20);
  const { list } = await member.call(personTagAdd, { userid: owner.userid, name });
  return { tag_id: list.find((each) => each.name === name)?.id ?? 0 };
}

let days = 0;
/** A report from the owner to the member; each for another day. */
export async function report() {
  const { owner, member } = people;
  const { id } = await owner.call(reportStore, {
    title: 'Day',
    type: 'daily',
    content: '<p>Shipped</p>',
    receive: [member.userid],
    offset: -days++,
  });
  return { id };
}

// Expected results ----------------------------------------------------------------------------------------------------

export const strangers = (code: string) => ({ outsider: code, administrator: code });
export const everyone = (code: string) => Object.fromEntries(roles.map((role) => [role, code]));
export const signedIn = (code: string) => ({ outsider: code, member: code, owner: code, administrator: code });
export const ownersOnly = (gone: string, code: string) => ({ ...strangers(gone), member: code });
export const onlyAdmin = { outsider: 'forbidden', member: 'forbidden', owner: 'forbidden' };
export const onlyAdminOfAll = { ...onlyAdmin, nobody: 'auth.required', disabled: 'auth.required' };

export type Rows = Record<string, Row>;
