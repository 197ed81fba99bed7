import type { ClientDialog } from '@atrium/client/store/rows.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import { expect, test } from 'vitest';
import { personTarget, targetOf, wire, withoutChosen } from './forwardTargets.ts';

const bo = { userid: 2, nickname: 'Bo', userimg: '/avatar/2', email: 'bo@x.example' } as UserBasic;
const cy = { userid: 3, nickname: 'Cy', userimg: '' } as UserBasic;
const crew = { id: 9, type: 'group', group_type: 'task', avatar: '/a.png', dialog_user: null, email: '' };

// covers B3-19, C3-24
test('forward targets are existing conversations as d:id, and people', () => {
  const target = targetOf(crew as unknown as ClientDialog, 'Crew');
  expect(target).toEqual({
    userid: 'd:9',
    type: 'group',
    name: 'Crew',
    avatar: '/a.png',
    group_type: 'task',
    isAssistant: false,
  });
  expect(personTarget(bo)).toEqual({
    userid: '2',
    type: 'user',
    name: 'Bo',
    avatar: '/avatar/2',
    group_type: '',
    isAssistant: false,
  });
  expect(wire({ targets: [target, personTarget(bo)], leave: ' a<b\nc ' })).toEqual({
    dialogids: [9],
    userids: [2],
    leave_message: '<p>a&lt;b</p><p>c</p>',
  });
});

// covers B6-07, C6-03
test('an assistant is recognized by its email, as a person and as a conversation', () => {
  const talk = (email: string) => targetOf({ ...crew, type: 'user', email } as unknown as ClientDialog, 'A');
  const emails = ['ai-openai@bot.system', 'task-alert@bot.system', 'ai-openai@bot.system.example', 'ai-x@x.example'];
  expect(emails.map((email) => talk(email).isAssistant)).toEqual([true, false, false, false]);
  expect(emails.map((email) => personTarget({ ...bo, email }).isAssistant)).toEqual([true, false, false, false]);
});

// covers B5-16
test('chosen targets are not found again', () => {
  expect(withoutChosen([bo, cy], new Set(['2', 'd:3']))).toEqual([cy]);
});
