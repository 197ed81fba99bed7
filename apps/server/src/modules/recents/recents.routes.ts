import * as contract from '@atrium/contract/workspace/recents.ts';
import { type Route, read, write } from '#platform/http/route';
import { deleteRecent, listRecents } from './recents.service.ts';

export const recentRoutes: Route[] = [
  read(contract.recentBrowse, listRecents),
  write(contract.recentDelete, deleteRecent),
];
