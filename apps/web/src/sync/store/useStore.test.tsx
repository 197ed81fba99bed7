import type { Task } from '@atrium/contract/projects/tasks.ts';
import { act } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { open } from '#testing/stage.tsx';
import { useRow, useSelect } from './useStore.ts';

const put = (fields: Partial<Task>) =>
  act(async () => {
    client.store.base.task.put({ owner: 1, ...fields } as Task);
    await Promise.resolve();
  });

test('a selection rerenders only when its result changes', async () => {
  const drawn = { row: 0, list: 0, counts: 0 };
  function Row() {
    drawn.row += 1;
    return <p>{useRow('task', 1)?.name}</p>;
  }
  function List() {
    drawn.list += 1;
    const ofOne = useSelect(['task'], (store) => store.all('task').filter((task) => task.column_id === 10), []);
    return <p>{ofOne.map((task) => task.name).join(', ')}</p>;
  }
  function Counts() {
    drawn.counts += 1;
    const { done } = useSelect(
      ['task'],
      (store) => ({ done: store.all('task').filter((task) => task.complete_at).length }),
      [],
    );
    return <p>{`${done} done`}</p>;
  }
  await put({ id: 1, column_id: 10, name: 'Sand' });
  const { screen } = await open(
    <>
      <Row />
      <List />
      <Counts />
    </>,
  );
  const before = { ...drawn };

  await put({ id: 2, column_id: 20, name: 'Paint' });
  expect(drawn).toEqual(before);

  await put({ id: 3, column_id: 10, name: 'Wax' });
  screen.getByText('Sand, Wax');
  expect(drawn).toEqual({ ...before, list: before.list + 1 });

  await put({ id: 1, column_id: 10, name: 'Sand twice', complete_at: '2026-01-01 00:00:00' });
  screen.getByText('Sand twice');
  screen.getByText('Sand twice, Wax');
  screen.getByText('1 done');
});

test('a new selector applies at once, whether or not the store has changed', async () => {
  await put({ id: 1, name: 'Sand' });
  await put({ id: 2, name: 'Paint' });
  const Name = ({ id }: { id: number }) => <p>{useRow('task', id)?.name}</p>;
  const first = await open(<Name id={1} />);
  first.screen.getByText('Sand');
  first.unmount();
  const { screen } = await open(<Name id={2} />);
  screen.getByText('Paint');
});

test('after a change the selection uses the newest selector', async () => {
  await put({ id: 1, column_id: 10, name: 'Sand' });
  const Names = ({ sign }: { sign: string }) => (
    <p>{useSelect(['task'], (store) => `${sign}${store.get('task', 1)?.name}`, [])}</p>
  );
  function Both() {
    const [sign, setSign] = useState('+');
    return (
      <button type="button" onClick={() => setSign('-')}>
        <Names sign={sign} />
      </button>
    );
  }
  const { screen, user } = await open(<Both />);
  await user.click(screen.getByText('+Sand'));
  await put({ id: 1, column_id: 10, name: 'Wax' });
  screen.getByText('-Wax');
});
