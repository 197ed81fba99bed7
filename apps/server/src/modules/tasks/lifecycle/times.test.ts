import { userEditdata } from '@atrium/contract/people/profile.ts';
import { projectLog } from '@atrium/contract/projects/projects.ts';
import { type Task, taskAdd, taskAddsub, taskLists, taskOne, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { expect, test } from 'vitest';
import { refused, world } from '#testing/world';

const day = (date: number, hour: number) =>
  `2030-03-${String(date).padStart(2, '0')} ${String(hour).padStart(2, '0')}:00:00`;
const span = ({ start_at, end_at }: Pick<Task, 'start_at' | 'end_at'>) => [start_at, end_at];

async function family() {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const add = (fields: { times?: string[] }) =>
    ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid], ...fields });
  const plan = (task_id: number, times: string[]) => ada.call(taskUpdate, { task_id, times });
  const of = async (task_id: number) => span(await ada.call(taskOne, { task_id }));
  return { ada, bo, project, add, plan, of };
}

test('a subtask’s time extends that of its task or becomes it', async () => {
  const { ada, bo, add, plan, of } = await family();
  const main = await add({});
  const sub = await ada.call(taskAddsub, { task_id: main.id, name: 'Pack' });
  await plan(sub.id, [day(4, 9), day(5, 18)]);
  expect(await of(main.id)).toEqual([day(4, 9), day(5, 18)]);
  await bo.receives('projectTask', 'update', (frame) => frame.data.id === main.id && frame.data.end_at === day(5, 18));
  await plan(sub.id, [day(3, 9), day(4, 18)]);
  expect(await of(main.id)).toEqual([day(3, 9), day(5, 18)]);
  // Without a time it takes that of its task.
  await plan(sub.id, []);
  expect(await of(sub.id)).toEqual([day(3, 9), day(5, 18)]);
});

// covers C5-06
test('a new task spans its subtasks; those without a time take its whole span', async () => {
  const { ada, project, of } = await family();
  const parts = [
    { name: 'Pack', times: [day(2, 9), day(3, 18)] },
    { name: 'Post', times: [day(5, 9), day(6, 18)] },
  ];
  const add = (fields: { times?: string[]; subtasks: { name: string; times?: string[] }[] }) =>
    ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid], ...fields });
  const partsOf = async (id: number) =>
    Object.fromEntries((await ada.call(taskLists, { parent_id: id })).data.map((sub) => [sub.name, span(sub)]));

  const unplanned = await add({ subtasks: parts });
  expect(await of(unplanned.id)).toEqual([day(2, 9), day(6, 18)]);
  const planned = await add({ times: [day(3, 9), day(9, 18)], subtasks: [...parts, { name: 'Wait' }] });
  expect(await of(planned.id)).toEqual([day(2, 9), day(9, 18)]);
  expect(await partsOf(planned.id)).toEqual({
    Pack: [day(2, 9), day(3, 18)],
    Post: [day(5, 9), day(6, 18)],
    Wait: [day(2, 9), day(9, 18)],
  });
});

test('subtasks move with their task’s time when they would fall outside, and lose theirs with it', async () => {
  const { ada, bo, add, plan, of } = await family();
  const main = await add({ times: [day(1, 9), day(10, 18)] });
  const [outside, inside, follows] = await Promise.all(
    ['Outside', 'Inside', 'Follows'].map((name) => ada.call(taskAddsub, { task_id: main.id, name })),
  ).then((list) => list.map((sub) => sub.id) as [number, number, number]);
  await plan(outside, [day(1, 12), day(2, 18)]);
  await plan(inside, [day(6, 9), day(7, 18)]);
  await plan(main.id, [day(5, 9), day(12, 18)]);
  expect(await of(outside)).toEqual([day(5, 9), day(12, 18)]);
  expect(await of(inside)).toEqual([day(6, 9), day(7, 18)]);
  expect(await of(follows)).toEqual([day(5, 9), day(12, 18)]);
  await bo.receives('projectTask', 'update', (frame) => frame.data.id === outside && frame.data.start_at === day(5, 9));
  await plan(main.id, []);
  const { data } = await ada.call(taskLists, { parent_id: main.id });
  expect(data.map(span)).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
});

test('dates without times use the working day', async () => {
  const { add, plan, of } = await family();
  const main = await add({ times: ['2030-03-01', '2030-03-02'] });
  expect(span(main)).toEqual([day(1, 9), day(2, 18)]);
  await plan(main.id, ['2030-03-04', '2030-03-04']);
  expect(await of(main.id)).toEqual([day(4, 9), day(4, 18)]);
});

test('the working day of a date is that of the person who plans', async () => {
  const { ada, add, plan, of } = await family();
  await ada.call(userEditdata, { timezone: 'Asia/Tokyo' });
  const main = await add({ times: ['2030-03-01', '2030-03-02'] });
  expect(span(main)).toEqual([day(1, 0), day(2, 9)]);
  await plan(main.id, ['2030-03-04', '2030-03-04']);
  expect(await of(main.id)).toEqual([day(4, 0), day(4, 9)]);
  await plan(main.id, ['', '2030-03-05']);
  expect(await of(main.id)).toEqual([null, day(5, 9)]);
  await expect(plan(main.id, ['2030-02-30', '2030-03-06'])).rejects.toMatchObject(refused('task.times'));
});

test('the log records why a time changed, how late the task was, and which subtasks followed', async () => {
  const { ada, bo, add, plan } = await family();
  const main = await add({ times: ['2026-01-05 09:00:00', '2026-01-06 18:00:00'] });
  await ada.call(taskUpdate, { task_id: main.id, assist: [bo.userid] });
  const sub = await ada.call(taskAddsub, { task_id: main.id, name: 'Pack' });
  const entries = async () =>
    (await ada.call(projectLog, { task_id: main.id })).data
      .filter(({ word }) => /^task\.(time|overdue)/.test(word))
      .map(({ word, record }) => ({ word, ...record }))
      .reverse();
  await plan(main.id, [day(1, 9), day(2, 18), '  The crane came late.  ']);
  const change = [
    ['2026-01-05 09:00:00', '2026-01-06 18:00:00'],
    [day(1, 9), day(2, 18)],
  ];
  const [time, overdue, synced, ...more] = await entries();
  expect(time).toEqual({ word: 'task.time', change, remark: 'The crane came late.' });
  expect(overdue).toEqual({
    word: 'task.overdue',
    cache: {
      task_at: '2026-01-06 18:00:00',
      change_at: expect.any(String),
      over_sec: expect.any(Number),
      owners: [ada.userid],
      assists: [bo.userid],
    },
  });
  expect((overdue as unknown as { cache: { over_sec: number } }).cache.over_sec).toBeGreaterThan(86_400);
  expect(synced).toEqual({
    word: 'task.time_synced',
    change,
    subtask: { id: sub.id, parent_id: main.id, name: 'Pack' },
  });
  expect(more).toEqual([]);
  // Not late at that time, and without a reason.
  await plan(main.id, [day(1, 9), day(3, 18)]);
  expect((await entries()).slice(3)).toEqual([
    { word: 'task.time', change: [change[1], [day(1, 9), day(3, 18)]] },
    expect.objectContaining({ word: 'task.time_synced' }),
  ]);
});
