import { columnAdd, columnOne, columnRemove } from '@atrium/contract/projects/projects.ts';
import { expect, test } from 'vitest';
import { world } from '#testing/world';

test('a column is read alone, a deleted one on request, by members only', async () => {
  const { ada, eve, project } = await world({ members: ['ada'], outsiders: ['eve'] });
  const { id: column_id } = await ada.call(columnAdd, { project_id: project.id, name: 'Later' });
  const read = (deleted?: 'no' | 'yes' | 'all', who = ada) =>
    who.call(columnOne, { column_id, ...(deleted && { deleted }) }).then(
      ({ name }) => name,
      (error: { data: { code?: string } }) => error.data.code,
    );
  expect([await read(), await read('no'), await read('yes'), await read('all')]).toEqual([
    'Later',
    'Later',
    'column.gone',
    'Later',
  ]);
  await ada.call(columnRemove, { column_id });
  expect([await read(), await read('no'), await read('yes'), await read('all')]).toEqual([
    'column.gone',
    'column.gone',
    'Later',
    'Later',
  ]);
  expect(await read('all', eve)).toBe('column.gone');
});
