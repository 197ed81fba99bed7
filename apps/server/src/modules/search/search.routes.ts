import * as contract from '@atrium/contract/workspace/search.ts';
import { type Route, read } from '#platform/http/route';
import { searchDialogs, searchMessages, searchTagged } from './find.service.ts';

export const searchRoutes: Route[] = [
  read(contract.msgSearch, searchMessages),
  read(contract.dialogSearch, searchDialogs),
  read(contract.tagSearch, searchTagged),
];
