import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { expect, test } from 'vitest';
import type { BubbleActions } from '#entities/message/bubbles/bubbleActions.ts';
import { itemsFor } from './messageItems.tsx';

const kinds: [type: string, mtype: string, isEdited: boolean][] = [
  ['text', 'text', true],
  ['longtext', 'longtext', true],
  ['text', 'emoticon', false],
  ['text', 'image', false],
  ['file', 'file', false],
];

test('a text is edited by its author, unless it has pictures, which the field would drop', () => {
  const actions = new Proxy({} as BubbleActions, { get: () => () => {} });
  for (const isMine of [true, false]) {
    const edited = kinds.filter(([type, mtype]) => {
      const message = { id: 9, dialog_id: 3, userid: 2, type, mtype, msg: { text: '' } } as unknown as ClientMessage;
      return itemsFor(message, { isMine, isPinned: false }, actions).some(({ key }) => key === 'edit');
    });
    expect(edited).toEqual(isMine ? kinds.filter(([, , isEdited]) => isEdited) : []);
  }
});
