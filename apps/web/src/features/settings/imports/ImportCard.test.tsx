import type { Import } from '@atrium/contract/files/imports.ts';
import { expect, test } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { ImportCard } from './ImportCard.tsx';

const item = (fields: Partial<Import>, files = 5) =>
  ({
    id: 3,
    kind: 'trello',
    name: 'board.json',
    status: 'ready',
    done: 0,
    total: 1,
    error: '',
    result: null,
    created_at: '2026-01-01 00:00:00',
    report: { counts: { tasks: 1, attachments: 6, files, people: 0 }, people_known: 0, parts: [], problems: [] },
    ...fields,
  }) as unknown as Import;

async function card(shown: Import) {
  const server = serve({ 'import/start': shown });
  const { screen, user } = await open(<ImportCard item={shown} onChange={() => ''} onGone={() => undefined} />);
  return { server, screen, user, box: () => screen.queryByRole('checkbox', { name: 'Download files too (5)' }) };
}

test('a board’s files are fetched on request only', async () => {
  const { server, user, screen, box } = await card(item({}));
  await user.click(screen.getByRole('button', { name: 'Start import' }));
  await user.click(box() as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Start import' }));
  expect(server.inputsOf('import/start')).toEqual([
    { import_id: 3, with_files: false },
    { import_id: 3, with_files: true },
  ]);
});

test('without files nothing is offered; failed ones are listed at the end', async () => {
  const none = await card(item({}, 0));
  expect(none.screen.queryByRole('checkbox')).toBeNull();
  const problems = [{ what: 'file_refused', count: 1, where: ['Paint › secret.txt'] }];
  const done = await card(item({ status: 'done', result: { created: { files: 2 }, links: [], problems } }));
  expect(done.box()).toBeNull();
  expect(done.screen.getByText('Files').nextSibling?.textContent).toBe('2');
  expect(done.screen.getByText('Files at blocked addresses (1)')).toBeTruthy();
  expect(done.screen.getByText('Paint › secret.txt')).toBeTruthy();
});

test('people are matched before the start, and only other choices than the server’s are sent', async () => {
  const people = [
    { external_id: 'a', name: 'Mia Berg', username: 'mia', email: '', tasks: 3, messages: 0, userid: 7, by: 'name' },
    { external_id: 'b', name: 'Bo', username: '', email: 'b@x.org', tasks: 0, messages: 0, userid: 8, by: 'email' },
    { external_id: 'c', name: 'Cy', username: '', email: '', tasks: 0, messages: 2, userid: 0, by: '' },
    { external_id: 'd', name: 'Di', username: '', email: '', tasks: 0, messages: 0, userid: 0, by: '' },
  ];
  const shown = item({});
  shown.report.counts.people = 4;
  const server = serve({ 'import/start': shown, 'import/people': people });
  const { screen, user } = await open(<ImportCard item={shown} onChange={() => ''} onGone={() => undefined} />);
  expect(await screen.findByText('@mia · Tasks: 3 · Same name')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Person for Bo: …' }));
  expect((await screen.findAllByRole('menuitem')).map((each) => each.textContent)).toEqual([
    'Choose a person',
    'No one',
  ]);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Person for Cy: Disabled account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'No one' }));
  await user.click(screen.getByRole('button', { name: 'Start import' }));
  expect(server.inputsOf('import/start')).toEqual([
    {
      import_id: 3,
      with_files: false,
      people: [
        { external_id: 'a', userid: 7 },
        { external_id: 'c', userid: 0 },
      ],
    },
  ]);
});
