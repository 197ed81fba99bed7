import { driveReducers, type Reducers, type Scene, userReducers } from '../live/frames.ts';
import type { Frame } from '../live/socket.ts';
import { dialogReducers } from './dialogEvents.ts';
import { projectReducers } from './projectEvents.ts';
import { taskReducers } from './taskEvents.ts';

/**
 * The event law: an old snapshot with the events since equals a fresh load. Events arrive at least once, and those
 * about one thing in commit order; a kind that is not in the table is irrelevant here.
 */
const reducers: Reducers = {
  ...driveReducers,
  ...userReducers,
  ...projectReducers,
  ...taskReducers,
  ...dialogReducers,
};

export function applyFrame(scene: Scene, frame: Frame): void {
  // The server validates events against the contract before it sends them.
  const reduce = reducers[`${frame.type}/${frame.action}` as keyof Reducers] as Reduce | undefined;
  reduce?.(scene, frame.data, frame);
}

type Reduce = (scene: Scene, data: Frame['data'], frame: Frame) => void;
