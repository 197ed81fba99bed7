import type { Start } from '@atrium/contract/workspace/sync.ts';
import { putDialog } from '../store/dialogEvents.ts';
import { putTask } from '../store/taskEvents.ts';
import type { Scene } from './frames.ts';

/** Replaces the whole store by a first load; open screens reload their own parts. */
export function replaceBase(scene: Scene, start: Start): void {
  const { store, base, gone } = scene;
  store.replace('message', []);
  store.windows.clear();
  store.unreadCounts.clear();
  store.replace('user', start.users);
  store.replace('project', start.projects);
  store.replace('column', start.columns);
  store.replace('task', []);
  for (const task of start.tasks) putTask(scene, task);
  gone.dialogs.clear();
  const listed = new Set(start.dialogs.map((dialog) => dialog.id));
  for (const dialog of [...base.dialog.all()]) if (!listed.has(dialog.id)) base.dialog.remove(dialog.id);
  for (const dialog of start.dialogs) putDialog(scene, dialog);
}
