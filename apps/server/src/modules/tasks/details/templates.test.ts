import { projectAdd, projectArchived, projectUpdate } from '@atrium/contract/projects/projects.ts';
import {
  templateDefault,
  templateDelete,
  templateList,
  templateSave,
  templateSearch,
  templateSort,
  templateVisible,
} from '@atrium/contract/projects/taskExtras.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { expect, test } from 'vitest';
import { type TestClient, unique, world } from '#testing/world';

const save = (who: TestClient, project_id: number, name: string, title = `${name}: `) =>
  who.call(templateSave, { project_id, name, title });
const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name);

test('templates follow the owner’s order after the default one', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const project_id = project.id;
  const other = await ada.call(projectAdd, { name: 'Elsewhere' });
  const foreign = await save(ada, other.id, 'Foreign');
  const [a, b, c] = [
    await save(ada, project_id, 'A'),
    await save(ada, project_id, 'B'),
    await save(ada, project_id, 'C'),
  ];
  const order = async () => namesOf(await ada.call(templateList, { project_id }));
  expect(await order()).toEqual(['A', 'B', 'C']);
  await ada.call(templateSort, { project_id, list: [c.id, foreign.id, a.id, b.id] });
  expect(await order()).toEqual(['C', 'A', 'B']);
  await ada.call(templateDefault, { project_id, id: b.id });
  expect(await order()).toEqual(['B', 'C', 'A']);
  expect((await ada.call(templateList, { project_id: other.id }))[0]?.sort).toBe(foreign.sort);
});

test('a new template comes last, also after another was deleted', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const project_id = project.id;
  const [a, b, c] = [
    await save(ada, project_id, 'A'),
    await save(ada, project_id, 'B'),
    await save(ada, project_id, 'C'),
  ];
  await ada.call(templateSort, { project_id, list: [a.id, c.id, b.id] });
  await ada.call(templateDelete, { id: a.id });
  await save(ada, project_id, 'D');
  expect(namesOf(await ada.call(templateList, { project_id }))).toEqual(['C', 'B', 'D']);
});

test('a project offers its own templates and those shared from the caller’s other projects', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const word = unique('Tpl');
  const own = await bo.call(projectAdd, { name: `${word} bench` });
  await save(ada, project.id, `${word} shared`);
  await save(bo, own.id, `${word} own`);
  const strange = await eve.call(projectAdd, { name: 'Eve’s' });
  await save(eve, strange.id, `${word} strange`);

  const offered = await bo.call(templateVisible, { current_project_id: own.id });
  expect(namesOf(offered)).toEqual([`${word} own`, `${word} shared`]);
  expect(offered[1]?.project_name).toBe(project.name);
  const find = async (keyword: string, page = 1, page_size = 20) => {
    const { total, items } = await bo.call(templateSearch, { keyword, page, page_size });
    return [total, ...namesOf(items)];
  };
  expect(await find(word)).toEqual([2, `${word} own`, `${word} shared`]);
  expect(await find(word, 2, 1)).toEqual([2, `${word} shared`]);
  expect(await find(`${word} bench`)).toEqual([1, `${word} own`]);
  expect(await find('100%')).toEqual([0]);

  // Templates that a project does not share are offered only in it.
  const kept = await ada.call(projectUpdate, { project_id: project.id, task_template_share: 'close' });
  expect(kept.task_template_share).toBe('close');
  expect(namesOf(await bo.call(templateVisible, { current_project_id: own.id }))).toEqual([`${word} own`]);
  expect(namesOf(await bo.call(templateVisible, { current_project_id: project.id }))).toContain(`${word} shared`);
  expect(await find('shared')).toEqual([0]);
  await ada.call(projectUpdate, { project_id: project.id, task_template_share: 'open' });
  await ada.call(projectArchived, { project_id: project.id });
  expect(await find(`${word} shared`)).toEqual([0]);
});

test('uses of a template are counted for people who can use it', async () => {
  const { ada, eve, project } = await world({ members: ['ada'], outsiders: ['eve'] });
  const template = await save(ada, project.id, 'Bug');
  expect(template).toMatchObject({ use_count: 0, last_used_at: null });
  await ada.call(taskAdd, { project_id: project.id, name: 'One', template_id: template.id });
  const strange = await eve.call(projectAdd, { name: 'Eve’s' });
  await eve.call(taskAdd, { project_id: strange.id, name: 'Two', template_id: template.id });
  const [after] = await ada.call(templateList, { project_id: project.id });
  expect(after?.use_count).toBe(1);
  expect(after?.last_used_at).toBeTruthy();
});
