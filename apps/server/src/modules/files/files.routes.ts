import { fileKey } from '@atrium/contract/files/files.ts';
import { type Route, read } from '#platform/http/route';
import { issueDeviceKey } from './keys.service.ts';

export const fileRoutes: Route[] = [read(fileKey, issueDeviceKey)];
