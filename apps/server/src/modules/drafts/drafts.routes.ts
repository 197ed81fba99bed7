import * as contract from '@atrium/contract/chat/drafts.ts';
import { type Route, read, write } from '#platform/http/route';
import { listDrafts, saveDraft } from './drafts.service.ts';

export const draftRoutes: Route[] = [read(contract.draftLists, listDrafts), write(contract.draftSave, saveDraft)];
