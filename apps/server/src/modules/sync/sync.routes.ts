import { syncStart } from '@atrium/contract/workspace/sync.ts';
import { type Route, read } from '#platform/http/route';
import { start } from './sync.service.ts';

export const syncRoutes: Route[] = [read(syncStart, start)];
