import { lazy } from 'react';

const task = () => import('#features/tasks/TaskModal.tsx');
const person = () => import('#features/person/PersonModal.tsx');
const project = () => import('#features/projects/NewProjectModal.tsx');
const shortcuts = () => import('./ShortcutsModal.tsx');

export const TaskModal = lazy(() => task().then((module) => ({ default: module.TaskModal })));
export const PersonModal = lazy(() => person().then((module) => ({ default: module.PersonModal })));
export const NewProjectModal = lazy(() => project().then((module) => ({ default: module.NewProjectModal })));
export const ShortcutsModal = lazy(() => shortcuts().then((module) => ({ default: module.ShortcutsModal })));

/** Long after everything one waits for, on a slow machine too. */
const WARM_MS = 15_000;

/** Fetches what stands over the screens once the first screen stands, so that the first click waits for nothing. */
export function warmModals(): () => void {
  const timer = setTimeout(() => {
    for (const load of [task, person, project, shortcuts]) load().catch(() => undefined);
  }, WARM_MS);
  return () => clearTimeout(timer);
}
