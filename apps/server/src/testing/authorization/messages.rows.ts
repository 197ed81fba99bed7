import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { projectOne } from '@atrium/contract/projects/projects.ts';
import { unique } from '../world.ts';
import {
  group,
  groupIds,
  MP3,
  message,
  onlyAdmin,
  ownersOnly,
  people,
  project,
  type Rows,
  signedIn,
  stickerSet,
  strangers,
  task,
  todo,
  vote,
} from './scene.ts';

export const rows: Rows = {
  'dialog/msg/sendlocation': {
    input: async () => ({ ...(await group()), lng: 1, lat: 1, title: 'Here' }),
    cells: strangers('dialog.gone'),
  },
  'dialog/sticker/search': { input: () => ({ key: 'thanks' }) },
  'dialog/sticker/sets': {},
  'dialog/sticker/set/save': { input: () => ({ name: unique('Cats') }), cells: onlyAdmin },
  'dialog/sticker/set/sort': { input: () => ({ ids: [] }), cells: onlyAdmin },
  'dialog/sticker/set/delete': { input: stickerSet, cells: onlyAdmin },
  // Without a file: callers with access get that error.
  'dialog/sticker/add': {
    input: async () => ({ set_id: (await stickerSet()).id, file: '/etc/passwd' }),
    cells: { ...onlyAdmin, administrator: 'parameter.missing' },
  },
  'dialog/sticker/delete': {
    input: () => ({ id: 2_000_000_000 }),
    cells: { ...onlyAdmin, administrator: 'sticker.gone' },
  },
  'dialog/msg/color': { input: async () => ({ ...(await group()), color: 'red' }), cells: strangers('dialog.gone') },
  'dialog/msg/mark': { input: async () => ({ ...(await group()), type: 'read' }), cells: strangers('dialog.gone') },
  'dialog/msg/silence': { input: async () => ({ ...(await group()), type: 'set' }), cells: strangers('dialog.gone') },
  'dialog/msg/list': { input: group, cells: strangers('dialog.gone') },
  'dialog/msg/list#two': {
    // The conversation of two other people.
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
  // Marks readable messages, of which strangers have none here: the answer reveals nothing.
  'dialog/msg/read': { input: async () => ({ id: [(await message()).msg_id] }) },
  'dialog/msg/unread': { input: group, cells: strangers('dialog.gone') },
  'dialog/msg/readlist': { input: message, cells: ownersOnly('message.gone', 'message.own') },
  'dialog/msg/withdraw': { input: message, cells: ownersOnly('message.gone', 'message.own') },
  'dialog/msg/emoji': {
    input: async () => ({ ...(await message()), symbol: '👍' }),
    cells: strangers('message.gone'),
  },
  'dialog/msg/tag': { input: message, cells: strangers('message.gone') },
  'dialog/msg/top': { input: message, cells: strangers('message.gone') },
  'dialog/msg/topinfo': { input: group, cells: strangers('dialog.gone') },
  'dialog/msg/todo': { input: async () => ({ ...(await message()), type: 'all' }), cells: strangers('message.gone') },
  'dialog/msg/todoremind': {
    input: async () => ({ ...(await message()), remind_at: '' }),
    cells: strangers('message.gone'),
  },
  'dialog/msg/todolist': { input: message, cells: strangers('message.gone') },
  // A member has no access to another person's to-do.
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
  'dialog/msg/act': {
    input: async () => ({ ...(await message()), action_id: 'yes' }),
    cells: { ...strangers('message.gone'), owner: 'program.action_gone', member: 'program.action_gone' },
  },
  'complaint/submit': {
    input: async () => ({ ...(await group()), type: 60, reason: 'Spam' }),
    cells: strangers('dialog.gone'),
  },
  'complaint/upload': { input: () => ({ files: '/etc/passwd' }), cells: signedIn('parameter.missing') },
  'complaint/lists': { cells: onlyAdmin },
  'complaint/action': {
    input: () => ({ id: 2_000_000_000, type: 'handle' }),
    cells: { ...onlyAdmin, administrator: 'complaint.gone' },
  },
  'dialog/msg/stream': {
    input: async (caller) => ({ ...(await message()), userid: caller.userid, content: 'Hello' }),
    cells: signedIn('forbidden'),
  },
  'dialog/msg/form': { input: () => ({ ticket: 'x', values: [] }), cells: signedIn('program.form_gone') },
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
  // Without a conversation everyone searches their own; the random rights test (modules/search) compares the results
  // with what they may open.
  'dialog/msg/search': { input: () => ({ key: 'hello' }) },
  'dialog/msg/search#dialog': {
    input: async () => ({ ...(await group()), key: 'hello' }),
    cells: strangers('dialog.gone'),
  },
  'dialog/msg/sendfile': {
    input: group,
    cells: { ...strangers('dialog.gone'), member: 'parameter.missing', owner: 'parameter.missing' },
  },
  'dialog/msg/sendrecord': {
    input: async () => ({ ...(await group()), base64: MP3, duration: 1000 }),
    cells: strangers('dialog.gone'),
  },
  // No service is configured here: callers with access get that error.
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
};
