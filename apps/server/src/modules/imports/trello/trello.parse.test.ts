import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dataPath } from '../imports.testing.ts';
import { parseTrello } from './trello.parse.ts';

const read = (file: string) => readFileSync(dataPath(file) ?? '', 'utf8');

const boards = [
  'trello-board-export/kanban-template.json',
  'trello-board-export/web-development.json',
  'trello-small-boards/board_with_comments.json',
  'trello-small-boards/board_with_references.json',
  'trello-small-boards/empty_board.json',
  'trello-small-boards/simple_board.json',
];

interface RawCard {
  id: string;
  name: string;
  idList: string;
  pos: number;
  closed?: boolean;
  dueComplete?: boolean;
  attachments?: unknown[];
  checklists?: { checkItems: unknown[] }[];
}
interface RawBoard {
  lists: { id: string; name: string; pos: number; closed?: boolean }[];
  cards: RawCard[];
  actions?: { type: string; date: string; idMemberCreator: string; data: { card?: { id: string } } }[];
  checklists?: { checkItems: unknown[] }[];
  comments?: Record<string, unknown[]>;
}

describe.each(boards)('%s', (file) => {
  test.skipIf(!dataPath(file))('is planned whole', () => {
    const raw = JSON.parse(read(file)) as RawBoard;
    const plan = parseTrello(read(file));
    const [project] = plan.projects;
    const items = (lists: { checkItems: unknown[] }[]) => lists.reduce((n, list) => n + list.checkItems.length, 0);

    expect(plan.problems).toEqual([]);
    expect(plan.counts).toMatchObject({
      projects: 1,
      columns: raw.lists.length,
      tasks: raw.cards.length,
      comments:
        (raw.actions ?? []).filter(({ type }) => type === 'commentCard').length +
        Object.values(raw.comments ?? {}).reduce((n, list) => n + list.length, 0),
      attachments: raw.cards.reduce((n, card) => n + (card.attachments ?? []).length, 0),
      checklist_items: items(raw.checklists ?? []) + raw.cards.reduce((n, card) => n + items(card.checklists ?? []), 0),
    });
    const closedLists = new Set(raw.lists.filter((list) => list.closed).map((list) => list.id));
    expect(project?.tasks.filter((task) => task.is_archived).length).toBe(
      raw.cards.filter((card) => card.closed || closedLists.has(card.idList)).length,
    );
    expect(project?.tasks.filter((task) => task.complete_at).length).toBe(
      raw.cards.filter((card) => card.dueComplete).length,
    );
    expect(project?.columns.map((column) => column.name)).toEqual(
      [...raw.lists].sort((a, b) => a.pos - b.pos).map((list) => list.name),
    );
    for (const list of raw.lists) {
      const cards = raw.cards.filter((card) => card.idList === list.id).sort((a, b) => a.pos - b.pos);
      expect(project?.tasks.filter((task) => task.column === list.id).map((task) => task.name)).toEqual(
        cards.map((card) => card.name),
      );
    }
    for (const action of raw.actions ?? []) {
      const task = project?.tasks.find(({ external_id }) => external_id === action.data.card?.id);
      if (action.type === 'createCard' && task) {
        expect(task).toMatchObject({ author: action.idMemberCreator, created_at: action.date });
      }
    }
    const known = new Set(plan.people.map((person) => person.external_id));
    for (const task of project?.tasks ?? []) {
      for (const id of [...task.members, ...task.comments.map((comment) => comment.author ?? '')])
        expect(known).toContain(id);
    }
  });
});

const lists = [
  { id: 'l1', name: 'To do', pos: 2 },
  { id: 'l0', name: 'Old', pos: 1, closed: true },
];

test('imports everything a card holds', () => {
  const plan = parseTrello(
    JSON.stringify({
      id: 'b',
      name: 'Board',
      lists,
      members: [{ id: 'm1', fullName: 'Ada', username: 'ada' }],
      labels: [{ id: 'x', name: '', color: 'green' }],
      checklists: [
        {
          id: 'k',
          idCard: 'c',
          name: 'Steps',
          pos: 1,
          checkItems: [
            { id: '2', name: 'b', state: 'incomplete', pos: 2 },
            { id: '1', name: 'a', state: 'complete', pos: 1 },
          ],
        },
      ],
      cards: [
        {
          id: 'c',
          idList: 'l1',
          name: ' Ship ',
          desc: '**now**',
          start: '2024-01-01T00:00:00Z',
          due: '2024-01-02T00:00:00Z',
          dueComplete: true,
          dateLastActivity: '2024-02-01T00:00:00Z',
          idLabels: ['x'],
          idMembers: ['m1'],
          attachments: [{ id: 'a', name: 'f', url: 'https://a.example/f', bytes: 5 }],
        },
        { id: 'd', idList: 'l0', name: 'In a closed list' },
      ],
      actions: [
        {
          id: '3',
          type: 'updateCard',
          date: '2024-01-03T00:00:00Z',
          data: { card: { id: 'c', dueComplete: true }, old: { dueComplete: false } },
        },
        {
          id: '2',
          type: 'commentCard',
          date: '2024-01-02T12:00:00Z',
          data: { card: { id: 'c' }, text: 'later', dateLastEdited: '2024-01-02T13:00:00Z' },
          memberCreator: { id: 'm9', fullName: 'Gone' },
        },
        {
          id: '1',
          type: 'commentCard',
          date: '2024-01-02T11:00:00Z',
          data: { card: { id: 'c' }, text: 'first' },
          idMemberCreator: 'm1',
        },
        {
          id: '0',
          type: 'createCard',
          date: '2024-01-01T08:00:00Z',
          data: { card: { id: 'c' } },
          idMemberCreator: 'm1',
        },
      ],
    }),
  );
  expect(plan.problems).toEqual([]);
  expect(plan.people).toMatchObject([
    { external_id: 'm1', is_gone: false },
    { external_id: 'm9', nickname: 'Gone', is_gone: true },
  ]);
  expect(plan.projects[0]?.tasks).toMatchObject([
    { external_id: 'd', is_archived: true, complete_at: null },
    {
      name: 'Ship',
      content: '**now**',
      content_type: 'md',
      is_archived: false,
      author: 'm1',
      created_at: '2024-01-01T08:00:00.000Z',
      start_at: '2024-01-01T00:00:00.000Z',
      end_at: '2024-01-02T00:00:00.000Z',
      complete_at: '2024-01-03T00:00:00.000Z',
      labels: [{ name: 'green', color: 'green' }],
      members: ['m1'],
      checklists: [
        {
          name: 'Steps',
          items: [
            { name: 'a', is_done: true },
            { name: 'b', is_done: false },
          ],
        },
      ],
      comments: [
        { text: 'first', author: 'm1' },
        { text: 'later', author: 'm9', edited_at: '2024-01-02T13:00:00.000Z' },
      ],
      attachments: [{ name: 'f', url: 'https://a.example/f', size: 5 }],
    },
  ]);
});

test('invalid records are reported and skipped', () => {
  const plan = parseTrello(
    JSON.stringify({
      lists: [...lists, null, { name: 'no id' }],
      cards: [
        { id: 'c1', idList: 'nowhere', name: 'x' },
        { id: 'c2', idList: 'l1', name: '' },
        'card',
        {
          id: 'c3',
          idList: 'l1',
          name: 'ok',
          due: 'soon',
          idMembers: ['m0'],
          attachments: [{ id: 'a', url: 'javascript:alert(1)' }],
          checklists: 7,
        },
        { id: 'c3', idList: 'l1', name: 'again' },
      ],
      actions: [{ id: 'a', type: 'commentCard', date: 'never', data: { card: { id: 'gone' }, text: 'x' } }, 5],
      members: 'nobody',
      comments: [],
    }),
  );
  expect(plan.projects[0]?.tasks.map((task) => task.name)).toEqual(['ok']);
  expect(plan.problems.map(({ where, what }) => `${where} ${what}`)).toEqual([
    'lists[2] not_a_record',
    'lists[3] no_id',
    'actions[0].date no_time',
    'actions[1] not_a_record',
    'cards[0].idList unknown_column',
    'cards[1].name no_name',
    'cards[2] not_a_record',
    'cards[3].idMembers[0] unknown_person',
    'cards[3].due no_time',
    'cards[3].attachments[0].url no_address',
    'cards[4] repeated',
    'actions[0] unknown_task',
  ]);
});

test.each([
  ['', 'import.not_json'],
  ['{"a":', 'import.not_json'],
  ['[]', 'import.not_trello'],
  ['null', 'import.not_trello'],
  ['{"cards":[]}', 'import.not_trello'],
])('%j is refused as a whole', (json, code) => {
  expect(() => parseTrello(json)).toThrow(expect.objectContaining({ code }));
});

test('a byte order mark at the start is ignored', () => {
  const board = '{"id":"b","name":"Board","lists":[{"id":"l","name":"List","pos":1}],"cards":[]}';
  expect(parseTrello(`\uFEFF${board}`)).toEqual(parseTrello(board));
});
