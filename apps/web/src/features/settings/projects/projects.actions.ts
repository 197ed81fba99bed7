import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { projectLists } from '@atrium/contract/projects/projects.ts';
import { client } from '#sync/session.ts';

export type ProjectsPage = OutputOf<typeof projectLists>;
export type ProjectsFilter = Pick<InputOf<typeof projectLists>, 'type' | 'archived' | 'keys' | 'page' | 'pagesize'>;

/** Lists all projects of the workspace, with their members. For administrators. */
export const listEveryProject = (filter: ProjectsFilter): Promise<ProjectsPage> =>
  client.api.read(projectLists, { ...filter, all: true, getuserid: true });
