import { driveReducers, type Reducer, type Scene, userReducers } from '../live/frames.ts';
import type { Frame } from '../live/socket.ts';
import { dialogReducers } from './dialogEvents.ts';
import { projectReducers } from './projectEvents.ts';
import { taskReducers } from './taskEvents.ts';

/**
 * The event law: an old snapshot with the events since is what a fresh load would give. Events come at least once and
 * those about one thing in the order of their commits; a kind that is not in the table is one that we need not know.
 */
const reducers: Record<string, Reducer> = {
  ...driveReducers,
  ...userReducers,
  ...projectReducers,
  ...taskReducers,
  ...dialogReducers,
};

export function applyFrame(scene: Scene, frame: Frame): void {
  reducers[`${frame.type}/${frame.action}`]?.(scene, frame.data, frame);
}
