import { group, onlyAdmin, ownersOnly, people, type Rows, signedIn, strangers, task } from './scene.ts';

export const rows: Rows = {
  'dialog/draft/lists': {},
  'dialog/draft/save': {
    input: async () => ({ key: String((await group()).dialog_id), content: 'begun' }),
    cells: strangers('dialog.gone'),
  },
  'dialog/draft/save#task': {
    input: async () => ({ key: `t_${(await task()).task_id}`, content: 'begun' }),
    cells: strangers('task.gone'),
  },
  'dialog/lists': {},
  'dialog/webhook/list': {},
  'dialog/webhook/list#dialog': { input: group, cells: strangers('dialog.gone') },
  'dialog/webhook/list#all': {
    input: () => ({ all: true }),
    cells: onlyAdmin,
  },
  'dialog/webhook/add': {
    input: async () => ({ ...(await group()), name: 'Deploy' }),
    cells: strangers('dialog.gone'),
  },
  'dialog/webhook/edit': { input: () => ({ id: 2147483647, name: 'CI' }), cells: signedIn('webhook.gone') },
  'dialog/webhook/test': { input: () => ({ id: 2147483647 }), cells: signedIn('webhook.gone') },
  'dialog/webhook/revoke': { input: () => ({ id: 2147483647 }), cells: signedIn('webhook.gone') },
  'dialog/command/list': {},
  'dialog/command/run': {
    input: async () => ({ ...(await group()), id: 2147483647, text: '' }),
    cells: { ...strangers('dialog.gone'), owner: 'command.gone', member: 'command.gone' },
  },
  'dialog/beyond': {},
  'dialog/one': { input: group, cells: strangers('dialog.gone') },
  'dialog/user': { input: group, cells: strangers('dialog.gone') },
  'dialog/todo': {},
  'dialog/top': { input: group, cells: strangers('dialog.gone') },
  'dialog/hide': { input: group, cells: strangers('dialog.gone') },
  'dialog/open/user': { input: () => ({ userid: people.third.userid }) },
  // A group has no phone number.
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
  'dialog/group/adddeputy': {
    input: async () => ({ ...(await group()), userid: people.third.userid }),
    cells: ownersOnly('dialog.gone', 'dialog.owner'),
  },
  'dialog/group/deldeputy': {
    input: async () => ({ ...(await group()), userid: people.third.userid }),
    cells: ownersOnly('dialog.gone', 'dialog.owner'),
  },
  'dialog/group/searchuser': { input: () => ({ key: '' }), cells: onlyAdmin },
  'dialog/group/disband': { input: group, cells: ownersOnly('dialog.gone', 'dialog.owner') },
  'dialog/todo#one': { input: group, cells: strangers('dialog.gone') },
  'dialog/common/list': {},
  'dialog/common/list#other': { input: () => ({ target_userid: people.third.userid }) },
  'dialog/export': { input: group, cells: strangers('dialog.gone') },
  'dialog/search/tag': { input: () => ({}) },
  'dialog/search': { input: () => ({ key: 'hello' }) },
};
