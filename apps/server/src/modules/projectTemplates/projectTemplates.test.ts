import { userEditdata } from '@atrium/contract/people/profile.ts';
import { decodeStatus, flowList } from '@atrium/contract/projects/flows.ts';
import { columnLists } from '@atrium/contract/projects/projects.ts';
import {
  PROJECT_TEMPLATES,
  projectTemplateList,
  projectTemplateUse,
} from '@atrium/contract/projects/projectTemplates.ts';
import { tagList } from '@atrium/contract/projects/tags.ts';
import { taskContent, taskLists } from '@atrium/contract/projects/tasks.ts';
import { type Language, languages } from '@atrium/i18n/languages.ts';
import { expect, test } from 'vitest';
import { refused, world } from '#testing/world';
import { templatesIn } from './templates.service.ts';

test('a project begins with the columns, statuses, tags and example tasks of its template', async () => {
  const { ada, bo } = await world({ members: ['ada'], outsiders: ['bo'] });
  const offered = await ada.call(projectTemplateList, {});
  expect(offered.map(({ id }) => id)).toEqual([...PROJECT_TEMPLATES]);
  const sales = offered.find(({ id }) => id === 'sales');

  const project = await ada.call(projectTemplateUse, { template: 'sales', name: 'Deals', examples: true });

  const project_id = project.id;
  expect(project).toMatchObject({ name: 'Deals', desc: sales?.about, task_num: 9 });
  const { data: columns } = await ada.call(columnLists, { project_id });
  expect(columns.map(({ name }) => name)).toEqual(sales?.columns.map(({ name }) => name));
  const [flow] = await ada.call(flowList, { project_id });
  expect(flow?.project_flow_item.map(({ name, columnid }) => [name, columnid])).toEqual(
    columns.map(({ name, id }) => [name, id]),
  );
  expect(await ada.call(tagList, { project_id })).toMatchObject(sales?.tags ?? []);
  const tasks = (await ada.call(taskLists, { project_id })).data.filter(({ parent_id }) => parent_id === 0);
  const shown = sales?.columns.flatMap((column, index) =>
    column.tasks.map((task) => ({ name: task.name, column_id: columns[index]?.id })),
  );
  expect(tasks).toHaveLength(6);
  expect(tasks.map(({ name, column_id }) => ({ name, column_id }))).toEqual(expect.arrayContaining(shown ?? []));
  // Each is where its status says.
  const nameOf = (id: number) => columns.find((column) => column.id === id)?.name;
  expect(tasks.map(({ flow_item_name }) => decodeStatus(flow_item_name).name)).toEqual(
    tasks.map(({ column_id }) => nameOf(column_id)),
  );
  expect(tasks.every(({ task_user }) => task_user.length === 0)).toBe(true);
  const first = tasks.find(({ name }) => name === shown?.[0]?.name);
  expect(first).toMatchObject({ sub_num: 3 });
  expect(await ada.call(taskContent, { task_id: first?.id ?? 0 })).toMatchObject({
    content: expect.stringContaining(sales?.note ?? '?'),
  });
  await expect(bo.call(taskLists, { project_id })).rejects.toMatchObject(refused('project.gone'));
});

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'example tasks are due at the end of a day in %s',
  async (zone) => {
    const { ada } = await world({ members: ['ada'] });
    await ada.call(userEditdata, { timezone: zone });
    const before = Temporal.Now.plainDateISO(zone);
    const project = await ada.call(projectTemplateUse, { template: 'sprint', name: 'Sprint', examples: true });
    const { data } = await ada.call(taskLists, { project_id: project.id });
    const due = data.flatMap(({ parent_id, end_at }) => (parent_id === 0 && end_at ? [end_at] : []));
    const local = due.map((wire) =>
      Temporal.Instant.from(`${wire.replace(' ', 'T')}Z`)
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
        .toString(),
    );
    const expected = [3, 4, 7, 14].map((days) => `${before.add({ days }).toString()}T18:00:00`);
    expect(local.toSorted()).toEqual(expected.toSorted());
  },
);

test('a template is used without its tasks, with other words, and by its topics', async () => {
  const { ada } = await world({ members: ['ada'] });
  const project = await ada.call(projectTemplateUse, { template: 'event', name: 'Party', desc: '' });
  expect(project).toMatchObject({ name: 'Party', desc: '', task_num: 0 });
  // The columns are topics: the workflow is the one of every new project.
  expect(project.project_flow_item?.every(({ columnid }) => columnid === 0)).toBe(true);
  await expect(ada.call(projectTemplateUse, { template: 'event', name: 'P' })).rejects.toMatchObject(
    refused('project.name'),
  );
});

test.each(Object.keys(languages) as Language[])('the templates are complete in %s', async (lang) => {
  const [here, english] = [await templatesIn(lang), await templatesIn('en')];
  for (const [index, template] of here.entries()) {
    const texts = [
      template.name,
      template.about,
      template.note,
      ...template.tags.map(({ name }) => name),
      ...template.statuses.map(({ name }) => name),
      ...template.columns.flatMap(({ name, tasks }) => [
        name,
        ...tasks.flatMap((task) => [task.name, ...task.subtasks]),
      ]),
    ];
    // The note becomes markup as it is.
    expect(texts.filter((text) => text.trim() === '' || /[<>&]/.test(text))).toEqual([]);
    // Limits of a project’s name, a description and a tag.
    expect([...template.name].length).toBeLessThanOrEqual(32);
    expect([...template.about].length).toBeLessThanOrEqual(255);
    expect(new Set(template.tags.map(({ name }) => name)).size).toBe(3);
    const shape = ({ columns, statuses }: typeof template) => [
      columns.map(({ tasks }) => tasks.map((task) => [task.tags.length, task.subtasks.length])),
      statuses.map(({ status }) => status),
    ];
    expect(shape(template)).toEqual(shape(english[index] ?? template));
    if (lang !== 'en') expect(template.about).not.toBe(english[index]?.about);
  }
});
