import { expect, test } from 'vitest';
import { splitBlocks, withApplied } from './blocks.ts';

const LIST = '::: create-task-list\ntitle: One\ndesc: first line\nsecond line\ntitle: Two\n:::';

test('a message is split into text, thinking and proposed tasks', () => {
  expect(splitBlocks(`::: reasoning\nhm\n:::\nHere:\n${LIST}\nThat is it`)).toEqual([
    { kind: 'reasoning', text: 'hm', isOpen: false },
    { kind: 'text', text: 'Here:' },
    {
      kind: 'tasks',
      index: 0,
      isSub: false,
      isApplied: false,
      tasks: [
        { title: 'One', desc: 'first line\nsecond line' },
        { title: 'Two', desc: '' },
      ],
    },
    { kind: 'text', text: 'That is it' },
  ]);
  expect(splitBlocks('::: reasoning\nstill')).toEqual([{ kind: 'reasoning', text: 'still', isOpen: true }]);
  expect(splitBlocks('::: create-subtask-list applied\ntitle: A\n:::')).toMatchObject([
    { isSub: true, isApplied: true },
  ]);
});

test('inside code a block is quoted text', () => {
  const code = `\`\`\`\n${LIST}\n\`\`\``;
  expect(splitBlocks(code)).toEqual([{ kind: 'text', text: code }]);
  // A fence with a language closes no code.
  const quoted = '```\n```js\n::: reasoning\nx\n:::\n```';
  expect(splitBlocks(quoted)).toEqual([{ kind: 'text', text: quoted }]);
  expect(withApplied(code, 0)).toBeNull();
});

// covers A5-04, A9-05, B5-17
test('a list holds 200 tasks, a title 200 characters, a description 1000, with an ellipsis', () => {
  const many = Array.from({ length: 201 }, (_, index) => `title: task ${index}`).join('\n');
  const long = `title: ${'t'.repeat(300)}\ndesc: ${'d'.repeat(1500)}`;
  const [first, second] = splitBlocks(`::: create-task-list\n${many}\n:::\n::: create-task-list\n${long}\n:::`);
  expect(first?.kind === 'tasks' && first.tasks.length).toBe(200);
  const task = second?.kind === 'tasks' ? second.tasks[0] : undefined;
  expect([...(task?.title ?? '')].length).toBe(200);
  expect(task?.title).toMatch(/^t{199}…$/);
  expect([...(task?.desc ?? '')].length).toBe(1000);
  expect(task?.desc).toMatch(/…$/);
});

test('the right list is marked as created, once', () => {
  const two = `${LIST}\n${LIST}`;
  const marked = withApplied(two, 1);
  expect(splitBlocks(marked ?? '').map((block) => block.kind === 'tasks' && block.isApplied)).toEqual([false, true]);
  expect(withApplied(marked ?? '', 1)).toBeNull();
  expect(withApplied(two, 2)).toBeNull();
});
