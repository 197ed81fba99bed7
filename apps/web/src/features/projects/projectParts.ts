import { later } from '#sync/later.ts';

const table = () => import('./TaskTable.tsx');
const timeline = () => import('./Timeline.tsx');
const panel = () => import('./ProjectPanel.tsx');

export const TaskTable = later(async () => (await table()).TaskTable);
export const Timeline = later(async () => (await timeline()).Timeline);
export const ProjectPanel = later(async () => (await panel()).ProjectPanel);

/** What a board does without, until one asks for it. */
export const projectParts = [table, panel, timeline];
