import { retentionSetting } from '@atrium/contract/workspace/retention.ts';
import { direct } from '#platform/http/route';
import type { Module } from '#platform/module';
import { removeExpired, setRetention } from './retention.service.ts';

export const retentionModule: Module = {
  name: 'retention',
  routes: [direct(retentionSetting, setRetention)],
  jobs: (app) => ({ remove_expired: () => removeExpired(app) }),
  schedules: ['31 2 * * * remove_expired'],
};
