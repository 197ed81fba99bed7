import { calls } from '@atrium/contract/contract.ts';
import { departmentAdd } from '@atrium/contract/departments.ts';
import { dialogOpenUser, groupAdd } from '@atrium/contract/dialogs.ts';
import { msgSendfile, uploadInit } from '@atrium/contract/files.ts';
import { flowSave } from '@atrium/contract/flows.ts';
import { msgSendtext, msgTodo, msgTodolist, msgVote } from '@atrium/contract/messages.ts';
import { columnLists, projectAdd, projectInvite, projectOne, projectUser } from '@atrium/contract/projects.ts';
import { stickerSetSave } from '@atrium/contract/stickers.ts';
import { tagSave } from '@atrium/contract/tags.ts';
import { taskFiles } from '@atrium/contract/taskLinks.ts';
import { templateSave } from '@atrium/contract/taskMore.ts';
import { taskAdd, taskAddsub, taskDialog, taskUpdate } from '@atrium/contract/tasks.ts';
import { deviceList, userOperation } from '@atrium/contract/users.ts';
import { beforeAll, expect, test } from 'vitest';
import { administrator, anotherDevice, person, TestClient, unique } from './world.ts';

/**
 * Every call of the contract, as everyone there is. Owner and member have a project, a task, a group and a message
 * between them; the outsider and the administrator have nothing to do with these: they are told that the thing is
 * gone, not that it is forbidden. A call without a row fails.
 */
const roles = ['nobody', 'outsider', 'member', 'owner', 'disabled', 'administrator'] as const;
type Role = (typeof roles)[number];

interface Row {
  /** What is asked; made afresh for each cell, so that one cell changes nothing for the next. */
  input?: (caller: TestClient) => Promise<Record<string, unknown>> | Record<string, unknown>;
  /** `ok`, or the code of the refusal. Everyone who is not named is let in. */
  cells?: Partial<Record<Role, string>>;
  /** The call ends the sign-in that it is made with. */
  ends?: boolean;
}

/** What begins like an mp3 is one, as far as a server looks. */
const MP3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x58, 0xc4]), Buffer.alloc(400)]).toString('base64');

const people = {} as Record<Role | 'third', TestClient>;

beforeAll(async () => {
  people.administrator = await administrator();
  people.nobody = new TestClient(people.administrator.base);
  people.owner = await person('owner', { live: true });
  people.member = await person('member');
  people.outsider = await person('outsider');
  people.third = await person('third');
  people.disabled = await person('disabled');
  await people.administrator.call(userOperation, { userid: people.disabled.userid, type: 'setdisable' });
});

// What the owner has, with the member and a third person in it ---------------------------------------------------------

const subscription = () => ({
  endpoint: `https://push.example/${unique('e')}`,
  p256dh: Buffer.alloc(65, 4).toString('base64url'),
  auth: Buffer.alloc(16, 1).toString('base64url'),
});
async function project() {
  const { owner, member, third } = people;
  const made = await owner.call(projectAdd, { name: unique('P'), columns: 'One,Two' });
  await owner.call(projectUser, { project_id: made.id, userid: [owner, member, third].map((each) => each.userid) });
  return { project_id: made.id };
}
async function column() {
  const { owner } = people;
  const full = await owner.call(projectOne, await project());
  const made = await owner.raw(`project/column/lists?project_id=${full.id}`);
  return { column_id: (made.data.data as { id: number }[])[0]?.id ?? 0 };
}
async function task(fields: { visibility?: number; done?: boolean } = {}) {
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
async function taskFile() {
  const { owner } = people;
  const { task_id } = await task();
  const { dialog_id } = await owner.call(taskDialog, { task_id });
  await owner.call(msgSendfile, { dialog_id, image64: 'aGVsbG8=', filename: 'hello.txt' });
  const [file] = await owner.call(taskFiles, { task_id });
  return { file_id: file?.id ?? 0 };
}
const usualFlow = [
  { id: -1, name: 'Open', status: 'start' as const, turns: [-2] },
  { id: -2, name: 'Done', status: 'end' as const, turns: [-1] },
];
async function statusStep() {
  const { owner } = people;
  const made = await project();
  const flow = await owner.call(flowSave, { ...made, flows: usualFlow });
  const { id } = await owner.call(taskAdd, { ...made, name: 'Ship', owner: [owner.userid] });
  return { task_id: id, flow_item_id: flow.project_flow_item[1]?.id };
}
const tag = async () => people.owner.call(tagSave, { ...(await project()), name: unique('t'), color: '#51abea' });
async function template() {
  const made = await people.owner.call(templateSave, { ...(await project()), name: 'Bug', title: 'Bug: ' });
  return { id: made.id, project_id: made.project_id };
}
/** A project of the owner's alone, as a place for tasks. */
async function ownPlace() {
  const { owner } = people;
  const { id } = await owner.call(projectAdd, { name: unique('P'), columns: 'One' });
  const { data } = await owner.call(columnLists, { project_id: id });
  return { project_id: id, column_id: data[0]?.id ?? 0 };
}
async function group() {
  const { owner, member, third } = people;
  const made = await owner.call(groupAdd, { userids: [member.userid, third.userid], chat_name: 'Group' });
  return { dialog_id: made.id };
}
const groupIds = async () => ({ dialogids: [(await group()).dialog_id] });
async function message() {
  const sent = await people.owner.call(msgSendtext, { ...(await group()), text: 'hello' });
  return { msg_id: sent.id };
}
async function upload() {
  const { upload_id } = await people.owner.call(uploadInit, { ...(await group()), name: 'a.txt', size: 5 });
  return { upload_id };
}
async function vote() {
  const { dialog_id } = await group();
  const [made] = await people.owner.call(msgVote, { dialog_id, text: 'Where?', list: [{ text: 'A' }, { text: 'B' }] });
  return { dialog_id, uuid: String(made?.msg['uuid']) };
}
async function todo() {
  const { msg_id } = await message();
  await people.owner.call(msgTodo, { msg_id, userids: [people.owner.userid] });
  const [mine] = await people.owner.call(msgTodolist, { msg_id });
  return { id: mine?.id ?? 0 };
}
async function invite() {
  const { url } = await people.owner.call(projectInvite, await project());
  return { code: url.slice(url.lastIndexOf('/') + 1) };
}

const stickerSet = async () => ({
  id: (await people.administrator.call(stickerSetSave, { name: unique('Cats') })).id,
});
async function aDepartment() {
  const { administrator, member, third } = people;
  const made = await administrator.call(departmentAdd, { name: 'Cellar', owner_userid: member.userid });
  return { id: made.id, userid: third.userid };
}

// Who is told what -----------------------------------------------------------------------------------------------------

const strangers = (code: string) => ({ outsider: code, administrator: code });
const everyone = (code: string) => Object.fromEntries(roles.map((role) => [role, code]));
const signedIn = (code: string) => ({ outsider: code, member: code, owner: code, administrator: code });
const ownersOnly = (gone: string, code: string) => ({ ...strangers(gone), member: code });
const onlyAdmin = { outsider: 'forbidden', member: 'forbidden', owner: 'forbidden' };
const onlyAdminOfAll = { ...onlyAdmin, nobody: 'auth.required', disabled: 'auth.required' };

/** Keyed by path; `#word` is another question to the same call. */
const rows: Record<string, Row> = {
  'system/version': {},
  'system/prefetch': {},
  'system/setting': {},
  'system/setting#all': { input: () => ({ type: 'all' }), cells: onlyAdminOfAll },
  'system/setting#save': { input: () => ({ type: 'save', system_welcome: 'hi' }), cells: onlyAdminOfAll },
  'system/priority': {},
  'system/priority#save': {
    input: () => ({ type: 'save', list: [{ name: 'Now', color: '#ff0000', days: 1, priority: 1 }] }),
    cells: onlyAdminOfAll,
  },
  'system/column/template': {},
  'system/column/template#save': {
    input: () => ({ type: 'save', list: [{ name: 'Plain', columns: ['a', 'b'] }] }),
    cells: onlyAdminOfAll,
  },
  'system/license': { cells: onlyAdmin },
  'system/email/check': {
    input: () => ({ to: 'ada@example.com' }),
    cells: { ...onlyAdmin, administrator: 'check.mail_off' },
  },
  'system/storage/check': { cells: onlyAdmin },
  'system/get/updatelog': {},
  'report/unread': {},
  'approve/process/doto': {},
  'users/key/client': {},

  'users/login': {
    input: () => ({ email: `${unique('no')}@example.com`, password: 'wrong-Pass1' }),
    cells: everyone('need'),
  },
  'users/login/needcode': { input: () => ({ email: 'x@example.com' }) },
  'users/login/codejson': {},
  'users/login/qrcode': { input: () => ({ code: unique('x'.repeat(32)) }), cells: everyone('login.qr_waiting') },
  'users/login/qrcode#login': {
    input: () => ({ type: 'login', code: unique('x'.repeat(32)) }),
    cells: { nobody: 'auth.required', disabled: 'auth.required' },
  },
  'users/reg/needinvite': {},
  'users/email/verification': { input: () => ({ code: 'nothing' }), cells: everyone('email.link') },
  'users/logout': { ends: true },
  'users/token/expire': {},
  'users/info': {},
  'users/basic': { input: () => ({ userid: [people.owner.userid] }) },
  'users/search': { input: () => ({ keys: { key: 'owner' } }) },
  'users/search#project': { input: async () => ({ keys: await project() }), cells: strangers('project.gone') },
  'users/search#dialog': { input: async () => ({ keys: await group() }), cells: strangers('dialog.gone') },
  'users/lists': { cells: onlyAdmin },
  'users/editdata': { input: () => ({ introduction: 'Hello' }) },
  'users/editpass': {
    input: () => ({ oldpass: 'wrong-Pass1', newpass: 'other-Pass2' }),
    cells: signedIn('password.wrong'),
  },
  'users/email/send': {
    input: () => ({ type: 2, email: `${unique('new')}@example.com` }),
    // No mail server is configured here.
    cells: signedIn('email.unsent'),
  },
  'users/email/edit': { input: (caller) => ({ newEmail: caller.email }), cells: signedIn('email.same') },
  'users/operation': { input: () => ({ userid: people.third.userid, profession: 'Cook' }), cells: onlyAdmin },
  'users/createuser': {
    input: () => ({ email: `${unique('made')}@example.com`, password: 'correct-Horse7', nickname: 'Made' }),
    cells: onlyAdmin,
  },
  'users/import/template': { cells: onlyAdmin },
  // Without a file it is refused for that, by whom it is let in.
  'users/import/preview': {
    input: () => ({ file: '/etc/passwd' }),
    cells: { ...onlyAdmin, administrator: 'parameter.missing' },
  },
  'users/import': { input: () => ({ rows: [] }), cells: onlyAdmin },
  'users/department/list': { cells: onlyAdmin },
  'users/department/add': {
    input: () => ({ name: 'Kitchen', owner_userid: people.third.userid }),
    cells: onlyAdmin,
  },
  'users/department/adddeputy': { input: aDepartment, cells: onlyAdmin },
  'users/department/deldeputy': { input: aDepartment, cells: onlyAdmin },
  'users/department/del': { input: aDepartment, cells: onlyAdmin },
  'users/department/sync': { input: aDepartment, cells: onlyAdmin },
  'users/info/departments': {},
  // Looked at, not done; who administers alone may not go.
  'users/delete/account': {
    input: (caller) => ({ type: 'warning', email: caller.email }),
    cells: { administrator: 'user.last_admin' },
  },
  'users/device/list': {},
  'users/device/logout': {
    input: async () => {
      const { list } = await (await anotherDevice(people.owner)).call(deviceList, {});
      return { id: list[0]?.id ?? 0 };
    },
    cells: { ...strangers('device.gone'), member: 'device.gone' },
  },
  'users/device/edit': { input: () => ({ device_name: 'Desk' }) },
  'users/socket/status': {
    input: () => ({ fd: people.owner.fd }),
    cells: { ...strangers('socket.gone'), member: 'socket.gone' },
  },

  'project/task/subdata': { input: () => task(), cells: strangers('task.gone') },
  // Whoever sees nothing gets an empty list.
  'project/task/easylists': { input: () => ({ userid: [people.owner.userid] }) },
  'project/task/related': { input: () => task(), cells: strangers('task.gone') },
  'project/task/related/delete': {
    input: async () => ({ ...(await task()), related_task_id: (await task()).task_id }),
    cells: ownersOnly('task.gone', 'project.permission'),
  },
  'project/task/files': { input: () => task(), cells: strangers('task.gone') },
  'project/task/filedetail': { input: taskFile, cells: strangers('task.gone') },
  'project/task/filedelete': { input: taskFile, cells: ownersOnly('task.gone', 'project.permission') },
  'users/favorites': {},
  'users/favorites/clean': {},
  'users/favorite/check': { input: () => ({ type: 'task', id: 1 }) },
  'users/favorite/toggle': {
    input: async () => ({ type: 'task', id: (await task()).task_id }),
    cells: strangers('task.gone'),
  },
  'users/favorite/toggle#project': {
    input: async () => ({ type: 'project', id: (await project()).project_id }),
    cells: strangers('project.gone'),
  },
  'users/favorite/toggle#message': {
    input: async () => ({ type: 'message', id: (await message()).msg_id }),
    cells: strangers('message.gone'),
  },
  'users/favorite/remark': {
    input: async () => ({ type: 'task', id: (await task()).task_id, remark: 'why' }),
    cells: signedIn('favorite.none'),
  },
  'dialog/msg/sendlocation': {
    input: async () => ({ ...(await group()), lng: 1, lat: 1, title: 'Here' }),
    cells: strangers('dialog.gone'),
  },
  'dialog/sticker/search': { input: () => ({ key: 'thanks' }) },
  'dialog/sticker/sets': {},
  'dialog/sticker/set/save': { input: () => ({ name: unique('Cats') }), cells: onlyAdmin },
  'dialog/sticker/set/sort': { input: () => ({ ids: [] }), cells: onlyAdmin },
  'dialog/sticker/set/delete': { input: stickerSet, cells: onlyAdmin },
  // Without a file it is refused for that, by whom it is let in.
  'dialog/sticker/add': {
    input: async () => ({ set_id: (await stickerSet()).id, file: '/etc/passwd' }),
    cells: { ...onlyAdmin, administrator: 'parameter.missing' },
  },
  'dialog/sticker/delete': { input: () => ({ id: 1 }), cells: { ...onlyAdmin, administrator: 'sticker.gone' } },
  'dialog/draft/lists': {},
  'dialog/draft/save': {
    input: async () => ({ key: String((await group()).dialog_id), content: 'begun' }),
    cells: strangers('dialog.gone'),
  },
  'dialog/draft/save#task': {
    input: async () => ({ key: `t_${(await task()).task_id}`, content: 'begun' }),
    cells: strangers('task.gone'),
  },
  'users/push/info': {},
  'users/push/subscribe': { input: () => subscription() },
  'users/push/subscribe#inside': {
    input: () => ({ ...subscription(), endpoint: 'http://127.0.0.1/push' }),
    cells: signedIn('push.endpoint'),
  },
  'users/push/unsubscribe': {},
  'users/push/check': { cells: signedIn('push.none') },
  'users/push/quiet': { input: () => ({ quiet_from: '22:00', quiet_to: '07:00', timezone: 'Europe/Berlin' }) },
  'users/push/quiet#nowhere': {
    input: () => ({ quiet_from: '22:00', quiet_to: '07:00', timezone: 'Mars/Base' }),
    cells: signedIn('push.hours'),
  },
  'project/lists': {},
  'project/one': { input: project, cells: strangers('project.gone') },
  'project/add': { input: () => ({ name: 'Mine' }) },
  'project/update': {
    input: async () => ({ ...(await project()), name: 'Other' }),
    cells: ownersOnly('project.gone', 'project.owner'),
  },
  'project/user': {
    input: async () => ({ ...(await project()), userid: [people.owner.userid] }),
    cells: ownersOnly('project.gone', 'project.owner'),
  },
  'project/invite': { input: project, cells: ownersOnly('project.gone', 'project.owner') },
  // Whoever has the link is let in by it.
  'project/invite/info': { input: invite },
  'project/invite/info#wrong': { input: () => ({ code: 'guess' }), cells: signedIn('invite.gone') },
  'project/invite/join': { input: invite },
  'project/invite/join#wrong': { input: () => ({ code: 'guess' }), cells: signedIn('invite.gone') },
  'users/recent/browse': {},
  'users/recent/delete': { input: () => ({ id: 2_000_000_000 }), cells: signedIn('recent.gone') },
  'project/task/resetfromlog': {
    input: async () => ({ ...(await task()), id: 2_000_000_000 }),
    cells: { ...ownersOnly('task.gone', 'project.permission'), owner: 'task.log_gone' },
  },
  'project/task/export': { input: project, cells: ownersOnly('project.gone', 'project.owner') },
  'project/task/export#everywhere': {
    input: () => ({ userid: people.owner.userid, time: '2026-01-01,2026-02-01' }),
    cells: onlyAdmin,
  },
  'project/task/exportoverdue': { input: project, cells: ownersOnly('project.gone', 'project.owner') },
  'project/task/exportoverdue#everywhere': { cells: onlyAdmin },
  'project/task/exports': {},
  'project/transfer': {
    input: async () => ({ ...(await project()), owner_userid: people.member.userid }),
    cells: ownersOnly('project.gone', 'project.owner'),
  },
  'project/sort': { input: async () => ({ ...(await project()), sort: [] }), cells: strangers('project.gone') },
  'project/exit': { input: project, cells: { ...strangers('project.gone'), owner: 'project.leave' } },
  'project/archived': { input: project, cells: ownersOnly('project.gone', 'project.owner') },
  'project/remove': { input: project, cells: ownersOnly('project.gone', 'project.owner') },
  'project/top': { input: project, cells: strangers('project.gone') },
  'project/permission': { input: project, cells: strangers('project.gone') },
  'project/permission/update': {
    input: async () => ({ ...(await project()), task_add: [1] }),
    cells: ownersOnly('project.gone', 'project.owner'),
  },
  'project/flow/list': { input: project, cells: strangers('project.gone') },
  'project/flow/save': {
    input: async () => ({ ...(await project()), flows: usualFlow }),
    cells: ownersOnly('project.gone', 'project.owner'),
  },
  'project/flow/delete': { input: project, cells: ownersOnly('project.gone', 'project.owner') },
  'project/tag/list': { input: project, cells: strangers('project.gone') },
  'project/tag/save': {
    input: async () => ({ ...(await project()), name: unique('t'), color: '#51abea' }),
    cells: strangers('project.gone'),
  },
  'project/tag/save#edit': {
    input: async () => {
      const { id, project_id } = await tag();
      return { project_id, id, name: unique('t'), color: '#51abea' };
    },
    cells: ownersOnly('project.gone', 'tag.own'),
  },
  'project/tag/delete': {
    input: async () => ({ id: (await tag()).id }),
    cells: ownersOnly('tag.gone', 'tag.own'),
  },
  'project/tag/sort': {
    input: async () => ({ ...(await project()), list: [] }),
    cells: ownersOnly('project.gone', 'project.owner'),
  },
  'project/log/lists': { input: project, cells: strangers('project.gone') },
  'project/log/lists#task': { input: () => task(), cells: strangers('task.gone') },
  'project/column/lists': { input: project, cells: strangers('project.gone') },
  'project/column/one': { input: column, cells: strangers('column.gone') },
  'project/column/add': {
    input: async () => ({ ...(await project()), name: 'Three' }),
    cells: strangers('project.gone'),
  },
  'project/column/update': {
    input: async () => ({ ...(await column()), name: 'Uno' }),
    cells: strangers('column.gone'),
  },
  'project/column/remove': { input: column, cells: ownersOnly('column.gone', 'project.permission') },

  'project/task/lists': {},
  'project/task/lists#project': { input: project, cells: strangers('project.gone') },
  'project/task/lists#parent': {
    input: async () => ({ parent_id: (await task()).task_id }),
    cells: strangers('task.gone'),
  },
  'project/task/one': { input: () => task(), cells: strangers('task.gone') },
  'project/task/one#hidden': { input: () => task({ visibility: 2 }), cells: ownersOnly('task.gone', 'task.gone') },
  'project/task/add': { input: async () => ({ ...(await project()), name: 'Do' }), cells: strangers('project.gone') },
  'project/task/addsub': { input: async () => ({ ...(await task()), name: 'Part' }), cells: strangers('task.gone') },
  'project/task/update': {
    input: async () => ({ ...(await task()), name: 'Sail' }),
    cells: ownersOnly('task.gone', 'project.permission'),
  },
  'project/task/update#hidden': {
    input: async () => ({ ...(await task({ visibility: 2 })), name: 'Sail' }),
    cells: ownersOnly('task.gone', 'task.gone'),
  },
  'project/task/archived': {
    input: () => task({ done: true }),
    cells: ownersOnly('task.gone', 'project.permission'),
  },
  'project/task/remove': { input: () => task(), cells: ownersOnly('task.gone', 'project.permission') },
  // Whoever may see a task but not move it is told so before anything is said of the place.
  'project/task/move': {
    input: async () => ({ ...(await task()), ...(await ownPlace()) }),
    cells: ownersOnly('task.gone', 'project.permission'),
  },
  'project/task/copy': {
    input: async () => ({ ...(await task()), ...(await ownPlace()) }),
    cells: ownersOnly('task.gone', 'project.permission'),
  },
  'project/task/upgrade': {
    input: async () => {
      const { task_id } = await task();
      return { task_id: (await people.owner.call(taskAddsub, { task_id, name: 'Part' })).id };
    },
    cells: ownersOnly('task.gone', 'project.permission'),
  },
  'project/task/flow': { input: () => task(), cells: strangers('task.gone') },
  'project/task/flow#hidden': { input: () => task({ visibility: 2 }), cells: ownersOnly('task.gone', 'task.gone') },
  'project/task/update#status': {
    input: statusStep,
    cells: ownersOnly('task.gone', 'project.permission'),
  },
  'project/task/content': { input: () => task(), cells: strangers('task.gone') },
  'project/task/content_history': { input: () => task(), cells: strangers('task.gone') },
  'project/task/content_history#hidden': {
    input: () => task({ visibility: 2 }),
    cells: ownersOnly('task.gone', 'task.gone'),
  },
  'users/task/browse_save': { input: () => task(), cells: strangers('task.gone') },
  'users/task/browse': {},
  'users/task/browse_clean': {},
  'project/task/template_list': { input: project, cells: strangers('project.gone') },
  'project/task/template_save': {
    input: async () => ({ ...(await project()), name: 'Bug', title: 'Bug: ' }),
    cells: ownersOnly('project.gone', 'project.owner'),
  },
  'project/task/template_delete': {
    input: async () => ({ id: (await template()).id }),
    cells: ownersOnly('template.gone', 'project.owner'),
  },
  'project/task/template_default': { input: template, cells: ownersOnly('project.gone', 'project.owner') },
  'project/task/content#hidden': { input: () => task({ visibility: 2 }), cells: ownersOnly('task.gone', 'task.gone') },
  'project/task/dialog': { input: () => task(), cells: strangers('task.gone') },

  'dialog/lists': {},
  'dialog/beyond': {},
  'dialog/one': { input: group, cells: strangers('dialog.gone') },
  'dialog/user': { input: group, cells: strangers('dialog.gone') },
  'dialog/todo': {},
  'dialog/top': { input: group, cells: strangers('dialog.gone') },
  'dialog/hide': { input: group, cells: strangers('dialog.gone') },
  'dialog/open/user': { input: () => ({ userid: people.third.userid }) },
  'dialog/msg/color': { input: async () => ({ ...(await group()), color: 'red' }), cells: strangers('dialog.gone') },
  'dialog/msg/mark': { input: async () => ({ ...(await group()), type: 'read' }), cells: strangers('dialog.gone') },
  'dialog/msg/silence': { input: async () => ({ ...(await group()), type: 'set' }), cells: strangers('dialog.gone') },
  // A group has no number.
  'dialog/tel': { input: group, cells: { ...strangers('dialog.gone'), owner: 'dialog.tel', member: 'dialog.tel' } },
  'dialog/group/add': { input: () => ({ userids: [people.third.userid], chat_name: 'Ours' }) },
  'dialog/group/edit': {
    input: async () => ({ ...(await group()), chat_name: 'New name' }),
    cells: ownersOnly('dialog.gone', 'dialog.owner'),
  },
  'dialog/group/edit#admin': {
    input: async () => ({ ...(await group()), chat_name: 'New name', admin: 1 }),
    cells: { outsider: 'dialog.gone', member: 'dialog.owner' },
  },
  'dialog/group/adduser': {
    input: async () => ({ ...(await group()), userids: [people.third.userid] }),
    cells: ownersOnly('dialog.gone', 'group.invite'),
  },
  'dialog/group/deluser': {
    input: async () => ({ ...(await group()), userids: [people.third.userid] }),
    cells: ownersOnly('dialog.gone', 'group.remove'),
  },
  'dialog/group/deluser#leave': { input: group, cells: { ...strangers('dialog.gone'), owner: 'group.owner_stays' } },
  'dialog/group/transfer': {
    input: async () => ({ ...(await group()), userid: people.third.userid }),
    cells: ownersOnly('dialog.gone', 'dialog.owner'),
  },
  'dialog/group/disband': { input: group, cells: ownersOnly('dialog.gone', 'dialog.owner') },

  'dialog/msg/list': { input: group, cells: strangers('dialog.gone') },
  'dialog/msg/list#two': {
    // The conversation of two others.
    input: async () => ({
      dialog_id: (await people.owner.call(dialogOpenUser, { userid: people.member.userid })).id,
    }),
    cells: strangers('dialog.gone'),
  },
  'dialog/msg/latest': {
    input: async () => ({ dialogs: [{ id: (await group()).dialog_id }] }),
    cells: strangers('dialog.gone'),
  },
  'dialog/msg/one': { input: message, cells: strangers('message.gone') },
  'dialog/msg/detail': { input: message, cells: strangers('message.gone') },
  'dialog/msg/sendtext': { input: async () => ({ ...(await group()), text: 'hi' }), cells: strangers('dialog.gone') },
  'dialog/msg/sendtext#edit': {
    input: async () => ({ update_id: (await message()).msg_id, text: 'other' }),
    cells: ownersOnly('message.gone', 'message.own'),
  },
  // Marks what the caller may read, which is nothing here for strangers: the answer tells them nothing.
  'dialog/msg/read': { input: async () => ({ id: [(await message()).msg_id] }) },
  'dialog/msg/unread': { input: group, cells: strangers('dialog.gone') },
  'dialog/msg/readlist': { input: message, cells: ownersOnly('message.gone', 'message.own') },
  'dialog/msg/withdraw': { input: message, cells: ownersOnly('message.gone', 'message.own') },
  'dialog/msg/emoji': {
    input: async () => ({ ...(await message()), symbol: '👍' }),
    cells: strangers('message.gone'),
  },
  'dialog/todo#one': { input: group, cells: strangers('dialog.gone') },
  'dialog/msg/tag': { input: message, cells: strangers('message.gone') },
  'dialog/msg/top': { input: message, cells: strangers('message.gone') },
  'dialog/msg/topinfo': { input: group, cells: strangers('dialog.gone') },
  'dialog/msg/todo': { input: async () => ({ ...(await message()), type: 'all' }), cells: strangers('message.gone') },
  'dialog/msg/todolist': { input: message, cells: strangers('message.gone') },
  // Another one's to-do is none of the member's business.
  'dialog/msg/done': { input: todo, cells: { ...strangers('todo.gone'), member: 'todo.gone' } },
  'dialog/msg/forward': {
    input: async (caller) => ({ ...(await message()), userids: [caller.userid] }),
    cells: strangers('message.gone'),
  },
  'dialog/msg/sendtaskid': {
    input: async (caller) => ({ ...(await task()), userids: [caller.userid] }),
    cells: strangers('task.gone'),
  },
  'dialog/msg/sendtaskid#target': {
    input: async () => ({ ...(await task()), ...(await groupIds()) }),
    cells: strangers('task.gone'),
  },
  'dialog/msg/vote': {
    input: async () => ({ ...(await group()), text: 'Where?', list: [{ text: 'A' }, { text: 'B' }] }),
    cells: strangers('dialog.gone'),
  },
  'dialog/msg/vote#vote': {
    input: async () => ({ ...(await vote()), type: 'vote', vote: [1] }),
    cells: strangers('dialog.gone'),
  },
  'dialog/msg/vote#again': {
    input: async () => ({ ...(await vote()), type: 'again' }),
    cells: ownersOnly('dialog.gone', 'vote.owner'),
  },
  'dialog/msg/vote#finish': {
    input: async () => ({ ...(await vote()), type: 'finish' }),
    cells: ownersOnly('dialog.gone', 'vote.owner'),
  },
  'dialog/msg/wordchain': {
    input: async () => ({ ...(await group()), text: '#chain', list: [{ text: 'me' }] }),
    cells: strangers('dialog.gone'),
  },
  'dialog/msg/sendanon': { input: () => ({ userid: people.third.userid, text: 'psst' }) },
  'dialog/common/list': {},
  'dialog/common/list#other': { input: () => ({ target_userid: people.third.userid }) },
  'dialog/msg/applied': {
    input: async () => {
      const { dialog_id } = await people.owner.call(projectOne, await project());
      const text = '::: create-task-list\ntitle: Ship\n:::';
      return { msg_id: (await people.owner.call(msgSendtext, { dialog_id, text, text_type: 'md' })).id };
    },
    cells: strangers('message.gone'),
  },
  'dialog/msg/checked': {
    input: async () => {
      const text = '<ul><li data-list="unchecked"><p>one</p></li></ul>';
      const sent = await people.owner.call(msgSendtext, { ...(await group()), text });
      return { msg_id: sent.id, index: 0, checked: 1 };
    },
    cells: { ...strangers('message.gone'), member: 'message.own' },
  },
  // Without a conversation everyone searches their own; what they find is held against what they may open by the random
  // rights test (modules/search).
  'dialog/msg/search': { input: () => ({ key: 'hello' }) },
  'dialog/msg/search#dialog': {
    input: async () => ({ ...(await group()), key: 'hello' }),
    cells: strangers('dialog.gone'),
  },
  'dialog/search': { input: () => ({ key: 'hello' }) },
  'sync/start': {},

  // No file came along: what happens to one is told by the imports' own test.
  'import/upload': {
    input: () => ({ kind: 'trello', file: '/etc/passwd' }),
    cells: { ...onlyAdmin, administrator: 'parameter.missing' },
  },
  'dialog/msg/sendfile': {
    input: group,
    cells: { ...strangers('dialog.gone'), member: 'parameter.missing', owner: 'parameter.missing' },
  },
  'dialog/msg/sendrecord': {
    input: async () => ({ ...(await group()), base64: MP3, duration: 1000 }),
    cells: strangers('dialog.gone'),
  },
  // Nobody has set up who does it here: whoever is let in is told so.
  'dialog/msg/voice2text': { input: message, cells: { ...signedIn('voice.closed'), ...strangers('message.gone') } },
  'dialog/msg/convertrecord': {
    input: async () => ({ ...(await group()), base64: MP3, duration: 1000 }),
    cells: { ...signedIn('voice.closed'), ...strangers('dialog.gone') },
  },
  'dialog/msg/translation': {
    input: message,
    cells: { ...signedIn('translation.closed'), ...strangers('message.gone') },
  },
  'dialog/msg/dot': {
    input: async () => ({ id: (await message()).msg_id }),
    cells: strangers('message.gone'),
  },
  'dialog/msg/sendfile#text': {
    input: async () => ({ ...(await group()), image64: 'aGVsbG8=', filename: 'a.txt' }),
    cells: strangers('dialog.gone'),
  },
  'dialog/msg/sendfiles': {
    input: async () => ({ dialog_ids: [(await group()).dialog_id], image64: 'aGVsbG8=', filename: 'a.txt' }),
    cells: strangers('dialog.gone'),
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
  'import/lists': { cells: onlyAdmin },
  ...Object.fromEntries(
    ['status', 'start', 'stop', 'remove'].map((action) => [
      `import/${action}`,
      { input: () => ({ import_id: 2_000_000_000 }), cells: { ...onlyAdmin, administrator: 'import.gone' } },
    ]),
  ),
};

test('every call has a row, and every row a call', () => {
  const asked = new Set(Object.keys(rows).map((key) => key.split('#')[0]));
  expect(calls.map((call) => call.path).filter((path) => !asked.has(path))).toEqual([]);
  const known = new Set(calls.map((call) => call.path));
  expect([...asked].filter((path) => !known.has(path ?? ''))).toEqual([]);
});

/** What a role is told where its row says nothing: the door of the call's own access. */
function expected(row: Row, access: string, role: Role): string {
  const told = row.cells?.[role];
  if (access === 'public') return told ?? 'ok';
  if (role === 'nobody') return 'auth.required';
  if (role === 'disabled') return 'auth.ended';
  return told ?? 'ok';
}

// covers C1-01, C6-01, C5-01
test.for(Object.entries(rows))('%s', { timeout: 60_000 }, async ([key, row]) => {
  const path = key.split('#')[0] ?? '';
  const call = calls.find((each) => each.path === path);
  const told: Partial<Record<Role, string>> = {};
  // Whoever is refused changes nothing, so that the next one can ask for the same.
  let untouched: Record<string, unknown> | undefined;
  for (const role of roles) {
    const person = people[role];
    const isIn = role !== 'nobody' && role !== 'disabled';
    const caller = row.ends && isIn ? await anotherDevice(person) : person;
    // Nobody and the disabled are stopped at the door, whatever they ask.
    const isFree = !row.input || (!isIn && call?.access !== 'public');
    const input = isFree ? {} : (untouched ?? (await row.input?.(caller)));
    const answer = await caller.raw(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    if (!isFree) untouched = answer.ret === 1 || key === 'users/email/edit' ? undefined : input;
    told[role] = call?.bare || answer.ret === 1 ? 'ok' : String(answer.data.code);
  }
  expect(told).toEqual(Object.fromEntries(roles.map((role) => [role, expected(row, call?.access ?? '', role)])));
});
