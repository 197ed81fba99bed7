import { TimeFormPart } from '#entities/task/times/timeFormPart.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';

export const TaskTable = lazyPart(async () => (await import('./table/TaskTable.tsx')).TaskTable);
export const Timeline = lazyPart(async () => (await import('./timeline/Timeline.tsx')).Timeline);
export const ProjectPanel = lazyPart(async () => (await import('./overview/ProjectPanel.tsx')).ProjectPanel);

/** Parts that a board loads on demand. */
export const projectParts = [TaskTable, ProjectPanel, Timeline, TimeFormPart].map(({ fetch }) => fetch);
