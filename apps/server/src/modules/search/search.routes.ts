import * as contract from '@atrium/contract/workspace/search.ts';
import { type Route, read } from '#platform/http/route';
import { relaxed } from '#platform/work';
import { searchDialogs, searchMessages, searchTagged } from './find.service.ts';

export const searchRoutes: Route[] = [
  read(contract.msgSearch, (view, input) => searchMessages(relaxed(view), input)),
  read(contract.dialogSearch, (view, input) => searchDialogs(relaxed(view), input)),
  read(contract.tagSearch, (view) => searchTagged(relaxed(view))),
];
