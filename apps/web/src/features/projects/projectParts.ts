import { lazy } from 'react';

const table = () => import('./TaskTable.tsx');
const timeline = () => import('./Timeline.tsx');
const panel = () => import('./ProjectPanel.tsx');

export const TaskTable = lazy(() => table().then((module) => ({ default: module.TaskTable })));
export const Timeline = lazy(() => timeline().then((module) => ({ default: module.Timeline })));
export const ProjectPanel = lazy(() => panel().then((module) => ({ default: module.ProjectPanel })));

/** What a board does without, until one asks for it. */
export const projectParts = [table, panel, timeline];
