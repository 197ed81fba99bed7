import { TimeFormPart } from '#entities/task/times/timeFormPart.ts';
import { later } from '#sync/store/later.ts';

export const TaskTable = later(async () => (await import('./table/TaskTable.tsx')).TaskTable);
export const Timeline = later(async () => (await import('./timeline/Timeline.tsx')).Timeline);
export const ProjectPanel = later(async () => (await import('./overview/ProjectPanel.tsx')).ProjectPanel);

/** Parts that a board loads on demand. */
export const projectParts = [TaskTable, ProjectPanel, Timeline, TimeFormPart].map(({ fetch }) => fetch);
