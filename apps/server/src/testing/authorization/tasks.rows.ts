import { taskAddsub } from '@atrium/contract/projects/tasks.ts';
import {
  onlyAdmin,
  ownersOnly,
  ownPlace,
  people,
  project,
  type Rows,
  signedIn,
  statusStep,
  strangers,
  task,
  taskFile,
  template,
} from './scene.ts';

export const rows: Rows = {
  'project/task/subdata': { input: () => task(), cells: strangers('task.gone') },
  // Callers without access get an empty list.
  'project/task/easylists': { input: () => ({ userid: [people.owner.userid] }) },
  'project/task/related': { input: () => task(), cells: strangers('task.gone') },
  'project/task/related/delete': {
    input: async () => ({ ...(await task()), related_task_id: (await task()).task_id }),
    cells: ownersOnly('task.gone', 'project.permission'),
  },
  'projecttaskhandoff/lists': { input: () => task(), cells: strangers('task.gone') },
  'projecttaskhandoff/options': { input: () => task(), cells: ownersOnly('task.gone', 'handoff.refused') },
  'projecttaskhandoff/assign': {
    input: async () => ({ ...(await task()), owners: [people.member.userid], version: 'old' }),
    cells: { ...ownersOnly('task.gone', 'handoff.refused'), owner: 'handoff.stale' },
  },
  'project/task/files': { input: () => task(), cells: strangers('task.gone') },
  // Without a file; uploads are covered by the tasks' own test.
  'project/task/picture': {
    input: async () => ({ ...(await project()), files: '/etc/passwd' }),
    cells: signedIn('parameter.missing'),
  },
  'project/task/filedetail': { input: taskFile, cells: strangers('task.gone') },
  'project/task/filedelete': { input: taskFile, cells: ownersOnly('task.gone', 'project.permission') },
  'project/task/resetfromlog': {
    input: async () => ({ ...(await task()), id: 2_000_000_000 }),
    cells: { ...ownersOnly('task.gone', 'project.permission'), owner: 'task.log_gone' },
  },
  'project/task/export': { input: project, cells: ownersOnly('project.gone', 'project.owner') },
  'project/task/export#everywhere': {
    input: () => ({ userid: people.owner.userid, time: '2026-01-01,2026-02-01' }),
    cells: onlyAdmin,
  },
  'project/task/exportoverdue': { input: project, cells: ownersOnly('project.gone', 'project.owner') },
  'project/task/exportoverdue#everywhere': { cells: onlyAdmin },
  'project/task/exports': {},
  'project/task/lists': {},
  'project/task/lists#project': { input: project, cells: strangers('project.gone') },
  'project/task/lists#parent': {
    input: async () => ({ parent_id: (await task()).task_id }),
    cells: strangers('task.gone'),
  },
  'project/task/one': { input: () => task(), cells: strangers('task.gone') },
  'project/task/one#hidden': { input: () => task({ visibility: 2 }), cells: ownersOnly('task.gone', 'task.gone') },
  'project/task/add': { input: async () => ({ ...(await project()), name: 'Do' }), cells: strangers('project.gone') },
  'project/task/addsub': { input: async () => ({ ...(await task()), name: 'Part' }), cells: strangers('task.gone') },
  'project/task/update': {
    input: async () => ({ ...(await task()), name: 'Sail' }),
    cells: ownersOnly('task.gone', 'project.permission'),
  },
  'project/task/update#hidden': {
    input: async () => ({ ...(await task({ visibility: 2 })), name: 'Sail' }),
    cells: ownersOnly('task.gone', 'task.gone'),
  },
  'project/task/archived': {
    input: () => task({ done: true }),
    cells: ownersOnly('task.gone', 'project.permission'),
  },
  'project/task/remove': { input: () => task(), cells: ownersOnly('task.gone', 'project.permission') },
  // Callers who may see a task but not move it are refused before the target is checked.
  'project/task/move': {
    input: async () => ({ ...(await task()), ...(await ownPlace()) }),
    cells: ownersOnly('task.gone', 'project.permission'),
  },
  'project/task/copy': {
    input: async () => ({ ...(await task()), ...(await ownPlace()) }),
    cells: ownersOnly('task.gone', 'project.permission'),
  },
  'project/task/upgrade': {
    input: async () => {
      const { task_id } = await task();
      return { task_id: (await people.owner.call(taskAddsub, { task_id, name: 'Part' })).id };
    },
    cells: ownersOnly('task.gone', 'project.permission'),
  },
  'project/task/flow': { input: () => task(), cells: strangers('task.gone') },
  'project/task/flow#hidden': { input: () => task({ visibility: 2 }), cells: ownersOnly('task.gone', 'task.gone') },
  'project/task/update#status': {
    input: statusStep,
    cells: ownersOnly('task.gone', 'project.permission'),
  },
  'project/task/content': { input: () => task(), cells: strangers('task.gone') },
  'project/task/content_history': { input: () => task(), cells: strangers('task.gone') },
  'project/task/content_history#hidden': {
    input: () => task({ visibility: 2 }),
    cells: ownersOnly('task.gone', 'task.gone'),
  },
  'users/task/browse_save': { input: () => task(), cells: strangers('task.gone') },
  'users/task/browse': {},
  'users/task/browse_clean': {},
  'project/task/template_list': { input: project, cells: strangers('project.gone') },
  'project/task/template_save': {
    input: async () => ({ ...(await project()), name: 'Bug', title: 'Bug: ' }),
    cells: ownersOnly('project.gone', 'project.owner'),
  },
  'project/task/template_delete': {
    input: async () => ({ id: (await template()).id }),
    cells: ownersOnly('template.gone', 'project.owner'),
  },
  'project/task/template_default': { input: template, cells: ownersOnly('project.gone', 'project.owner') },
  'project/task/template_sort': {
    input: async () => ({ ...(await project()), list: [] }),
    cells: ownersOnly('project.gone', 'project.owner'),
  },
  'project/task/template_visible': {
    input: async () => ({ current_project_id: (await project()).project_id }),
    cells: strangers('project.gone'),
  },
  // Callers without a project that shares templates find none.
  'project/task/template_search': {},
  'project/task/content#hidden': { input: () => task({ visibility: 2 }), cells: ownersOnly('task.gone', 'task.gone') },
  'project/task/dialog': { input: () => task(), cells: strangers('task.gone') },
};
