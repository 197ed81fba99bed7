import type { Module } from '#platform/module';
import { startAnnouncing } from './announce.service.ts';
import { beginEpoch } from './epochs.service.ts';
import { afterFailover } from './failover.service.ts';
import { dropOldPartitions, makePartitions } from './partitions.service.ts';
import { syncRoutes } from './sync.routes.ts';
import { registerSocket } from './sync.socket.ts';

export const syncModule: Module = {
  name: 'sync',
  routes: syncRoutes,
  warmUp: startAnnouncing,
  sockets: registerSocket,
  recover: async (app) => {
    await beginEpoch(app);
    await makePartitions(app);
  },
  promoted: afterFailover,
  jobs: (app) => ({ keep_event_log: () => makePartitions(app) }),
  schedules: ['17 * * * * keep_event_log'],
  forgetOld: dropOldPartitions,
};
