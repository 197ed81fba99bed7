import { expect, test } from 'vitest';
import { quickChoices, quickSpan, readQuickLine } from './quickAdd.ts';
import { shortcutTimes } from './timeRules.ts';

const words = {
  people: [
    { userid: 1, name: 'Bo Lind' },
    { userid: 2, name: 'Bo' },
    { userid: 3, name: '陳 小明' },
  ],
  tags: [{ name: 'Shop', color: '#51abea' }],
  priorities: [{ name: 'Soon', color: '#f00', priority: 2, days: 3 }],
  days: new Map([
    ['today', 0],
    ['morgen', 1],
  ]),
};
const now = new Date(2030, 2, 13, 15);
const read = (line: string) => readQuickLine(line, words, now);

test('a line gives assignee, tag, priority and due date', () => {
  expect(read('Print the posters @bo #shop !2 Morgen')).toEqual({
    name: 'Print the posters',
    owner: [2],
    tags: [{ name: 'Shop', color: '#51abea' }],
    priority: words.priorities[0],
    due: new Date(2030, 2, 14, 15),
    strangers: [],
  });
  expect(read('2030-04-01 @BoL #new @陳小 Ask').due).toBeNull();
  expect(read('Ask 2030-04-01 @BoL #new @陳小')).toMatchObject({
    name: 'Ask',
    owner: [1, 3],
    tags: [{ name: 'new', color: '' }],
    due: new Date(2030, 3, 1),
  });
});

test('words that match nothing stay in the name', () => {
  expect(read('Mail to @nobody about #42, !9 times today only').name).toBe(
    'Mail to @nobody about #42, !9 times today only',
  );
  expect(read('Mail to @nobody and @bo')).toMatchObject({ owner: [2], strangers: ['nobody'] });
  expect(read('Fix #42 today').name).toBe('Fix #42');
  expect(read('Ship 2030-02-31')).toMatchObject({ name: 'Ship 2030-02-31', due: null });
  // Month 13 is not January of the next year.
  expect(read('Ship 2030-13-05')).toMatchObject({ name: 'Ship 2030-13-05', due: null });
  expect(read('Ship 2030-00-05')).toMatchObject({ name: 'Ship 2030-00-05', due: null });
  expect(read('@bo today')).toMatchObject({ name: '@bo today', owner: [], due: null });
  expect(read('a @ # !').name).toBe('a @ # !');
});

test('a named day means that whole day, as in the shortcuts; a priority plans nothing', () => {
  const times = ['08:30', '17:00'];
  const span = (line: string) => quickSpan(read(line), times);
  expect(span('Ship morgen')).toEqual(shortcutTimes('tomorrow', now, times));
  expect(span('Ship today')).toEqual(shortcutTimes('today', now, times));
  expect(span('Ship !2 morgen')).toEqual(shortcutTimes('tomorrow', now, times));
  expect(span('Ship 2030-04-01')).toEqual([new Date(2030, 3, 1, 8, 30), new Date(2030, 3, 1, 17)]);
  expect(span('Ship !2')).toBeNull();
  expect(span('Ship')).toBeNull();
});

test('people and tags are offered for the word before the caret', () => {
  const names = (line: string, caret = line.length) => quickChoices(line, caret, words).map(({ name }) => name);
  expect(names('Ask @')).toEqual(['Bo Lind', 'Bo', '陳 小明']);
  expect(names('Ask @li')).toEqual(['Bo Lind']);
  expect([names('Ask #sh'), names('Ask #shop')]).toEqual([['Shop'], []]);
  expect([names('Ask bo'), names('mail@bo'), names('Ask @zz'), names('')]).toEqual([[], [], [], []]);
  const [choice] = quickChoices('Ask @li about it', 7, words);
  expect(choice).toMatchObject({ line: 'Ask @BoLind about it', caret: 12 });
  expect(read(choice?.line ?? '')).toMatchObject({ name: 'Ask about it', owner: [1] });
});
