import { unique } from '../world.ts';
import {
  column,
  defaultFlow,
  invite,
  ownersOnly,
  people,
  project,
  type Rows,
  signedIn,
  strangers,
  tag,
  task,
} from './scene.ts';

export const rows: Rows = {
  'project/lists': {},
  'project/one': { input: project, cells: strangers('project.gone') },
  'project/add': { input: () => ({ name: 'Mine' }) },
  'project/template/list': {},
  'project/template/use': { input: () => ({ template: 'event', name: 'Mine' }) },
  'project/update': {
    input: async () => ({ ...(await project()), name: 'Other' }),
    cells: ownersOnly('project.gone', 'project.owner'),
  },
  'project/user': {
    input: async () => ({ ...(await project()), userid: [people.owner.userid] }),
    cells: ownersOnly('project.gone', 'project.owner'),
  },
  'project/invite': { input: project, cells: ownersOnly('project.gone', 'project.owner') },
  // Everybody with the link may join.
  'project/invite/info': { input: invite },
  'project/invite/info#wrong': { input: () => ({ code: 'guess' }), cells: signedIn('invite.gone') },
  'project/invite/join': { input: invite },
  'project/invite/join#wrong': { input: () => ({ code: 'guess' }), cells: signedIn('invite.gone') },
  'project/transfer': {
    input: async () => ({ ...(await project()), owner_userid: people.member.userid }),
    cells: ownersOnly('project.gone', 'project.owner'),
  },
  'project/sort': { input: async () => ({ ...(await project()), sort: [] }), cells: strangers('project.gone') },
  'project/exit': { input: project, cells: { ...strangers('project.gone'), owner: 'project.leave' } },
  'project/archived': { input: project, cells: ownersOnly('project.gone', 'project.owner') },
  'project/remove': { input: project, cells: ownersOnly('project.gone', 'project.owner') },
  'project/top': { input: project, cells: strangers('project.gone') },
  'project/permission': { input: project, cells: strangers('project.gone') },
  'project/permission/update': {
    input: async () => ({ ...(await project()), task_add: [1] }),
    cells: ownersOnly('project.gone', 'project.owner'),
  },
  'project/flow/list': { input: project, cells: strangers('project.gone') },
  'project/flow/save': {
    input: async () => ({ ...(await project()), flows: defaultFlow }),
    cells: ownersOnly('project.gone', 'project.owner'),
  },
  'project/flow/delete': { input: project, cells: ownersOnly('project.gone', 'project.owner') },
  'project/tag/list': { input: project, cells: strangers('project.gone') },
  'project/tag/save': {
    input: async () => ({ ...(await project()), name: unique('t'), color: '#51abea' }),
    cells: strangers('project.gone'),
  },
  'project/tag/save#edit': {
    input: async () => {
      const { id, project_id } = await tag();
      return { project_id, id, name: unique('t'), color: '#51abea' };
    },
    cells: ownersOnly('project.gone', 'tag.own'),
  },
  'project/tag/delete': {
    input: async () => ({ id: (await tag()).id }),
    cells: ownersOnly('tag.gone', 'tag.own'),
  },
  'project/tag/sort': {
    input: async () => ({ ...(await project()), list: [] }),
    cells: ownersOnly('project.gone', 'project.owner'),
  },
  'project/filter/list': { input: project, cells: strangers('project.gone') },
  'project/filter/save': {
    input: async () => ({ ...(await project()), list: [] }),
    cells: strangers('project.gone'),
  },
  'project/log/lists': { input: project, cells: strangers('project.gone') },
  'project/log/lists#task': { input: () => task(), cells: strangers('task.gone') },
  'project/column/lists': { input: project, cells: strangers('project.gone') },
  'project/column/one': { input: column, cells: strangers('column.gone') },
  'project/column/add': {
    input: async () => ({ ...(await project()), name: 'Three' }),
    cells: strangers('project.gone'),
  },
  'project/column/update': {
    input: async () => ({ ...(await column()), name: 'Uno' }),
    cells: strangers('column.gone'),
  },
  'project/column/remove': { input: column, cells: ownersOnly('column.gone', 'project.permission') },
};
