import { client } from '#sync/session.ts';

/** Whether projects may be made by whoever is signed in; as the workspace said when this page began. */
export const mayAddProjects = (): boolean => client.setting?.project_add !== 'close';
