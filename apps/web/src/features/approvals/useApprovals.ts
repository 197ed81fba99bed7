import { CallError } from '@atrium/client/api.ts';
import { useApprovalNews } from '#entities/approval/news.ts';
import { t } from '#sync/language.ts';
import { usePages } from '#sync/store/usePages.ts';
import { showProblem } from '#ui/overlays/problem.ts';
import { type Box, type Filter, readApprovals } from './approvals.actions.ts';

// A server from before approvals.
const fail = (error: unknown) =>
  error instanceof CallError && error.code === 'call.unknown' && showProblem(t('approval.old_server'));

export const useApprovals = (box: Box, filter: Filter) =>
  usePages(JSON.stringify([box, filter]), useApprovalNews(), (page) => readApprovals(box, filter, page), fail);
