import { driveReducers, type Reducers, type Scene, userReducers } from '../live/frames.ts';
import type { Frame } from '../live/socket.ts';
import { dialogReducers } from './dialogEvents.ts';
import { projectReducers } from './projectEvents.ts';
import { taskReducers } from './taskEvents.ts';

/**
 * The event law: an old snapshot with the events since is what a fresh load would give. Events come at least once and
 * those about one thing in the order of their commits; a kind that is not in the table is one that we need not know.
 */
const reducers: Reducers = {
  ...driveReducers,
  ...userReducers,
  ...projectReducers,
  ...taskReducers,
  ...dialogReducers,
};

export function applyFrame(scene: Scene, frame: Frame): void {
  // The server checks events against the contract before it sends them.
  const reduce = reducers[`${frame.type}/${frame.action}` as keyof Reducers] as Reduce | undefined;
  reduce?.(scene, frame.data, frame);
}

type Reduce = (scene: Scene, data: Frame['data'], frame: Frame) => void;
