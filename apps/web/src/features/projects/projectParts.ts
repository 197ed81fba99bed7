import { TimeFormPart } from '#entities/task/timeFormPart.ts';
import { later } from '#sync/later.ts';

export const TaskTable = later(async () => (await import('./TaskTable.tsx')).TaskTable);
export const Timeline = later(async () => (await import('./Timeline.tsx')).Timeline);
export const ProjectPanel = later(async () => (await import('./ProjectPanel.tsx')).ProjectPanel);

/** What a board does without, until one asks for it. */
export const projectParts = [TaskTable, ProjectPanel, Timeline, TimeFormPart].map(({ fetch }) => fetch);
