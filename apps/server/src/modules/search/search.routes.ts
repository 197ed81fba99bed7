import * as contract from '@atrium/contract/workspace/search.ts';
import { type Route, read } from '#platform/http/route';
import { onReplica } from '#platform/work';
import { searchDialogs, searchMessages, searchTagged } from './find.service.ts';

export const searchRoutes: Route[] = [
  read(contract.msgSearch, (view, input) => searchMessages(onReplica(view), input)),
  read(contract.dialogSearch, (view, input) => searchDialogs(onReplica(view), input)),
  read(contract.tagSearch, (view) => searchTagged(onReplica(view))),
];
