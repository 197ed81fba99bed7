import { userOperation } from '@atrium/contract/users.ts';
import { direct, type Route } from '#platform/http/route';
import { operate } from './accounts.service.ts';

export const accountRoutes: Route[] = [direct(userOperation, operate)];
