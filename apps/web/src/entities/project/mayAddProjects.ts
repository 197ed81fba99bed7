import { client } from '#sync/session.ts';

/** True if the signed-in person may create projects, as of the start of this page. */
export const mayAddProjects = (): boolean => client.setting?.project_add !== 'close';
