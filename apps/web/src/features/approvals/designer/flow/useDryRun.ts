import type { ApprovalContent, ApprovalFile } from '@atrium/contract/approvals/definition.ts';
import type { ApprovalPlan } from '@atrium/contract/approvals/forms.ts';
import { useState } from 'react';
import { type FilledIn, filledValues } from '#entities/approval/FormFields.tsx';
import { foundWords } from '#entities/approval/PathList.tsx';
import { useMe } from '#entities/user/useUsers.ts';
import { formatList, t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { tryContent } from '../designer.actions.ts';
import type { DryRunPath } from './FlowDiagram.tsx';

export interface DryRunInput {
  userid: number;
  /** 0 = the first one of the person. */
  department: number;
  values: FilledIn;
  files: readonly ApprovalFile[];
  chosen: Record<string, number[]>;
}
const ASK_MS = 400;

/** A dry run of the drawn flow, for a person and values. No request is sent while it is off. */
export function useDryRun(content: ApprovalContent, isOn: boolean) {
  const me = useMe();
  const [input, setInput] = useState<DryRunInput>({ userid: me, department: 0, values: {}, files: [], chosen: {} });
  const values = filledValues(input.values);
  const wanted = {
    content,
    userid: input.userid,
    values,
    chosen: input.chosen,
    ...(input.department > 0 && { department_id: input.department }),
  };
  const isReady = isOn && input.userid > 0;
  const { data: plan, problem } = useRequest<ApprovalPlan | null>(
    async () => (isReady ? tryContent(wanted) : null),
    isReady ? JSON.stringify(wanted) : '',
    { delayMs: ASK_MS },
  );
  const shown = isReady ? plan : null;
  return {
    input,
    setInput,
    plan: shown,
    problem: isReady ? problem : '',
    taken: shown ? dryRunPathOf(shown) : undefined,
  };
}

/** Converts a plan for the diagram. */
function dryRunPathOf({ branches, steps, problems, people }: ApprovalPlan): DryRunPath {
  const notes = new Map<string, { text: string; isProblem: boolean }>();
  for (const step of steps) {
    const names = formatList(step.userids.map((id) => people.find((each) => each.userid === id)?.nickname ?? '…'));
    const before = notes.get(step.node)?.text;
    const text = [names, foundWords(step)].filter(Boolean).join(' · ');
    // Successive heads are a step each.
    notes.set(step.node, { text: before ? `${before} → ${text}` : text, isProblem: false });
  }
  for (const { node, problem } of problems) {
    notes.set(node, {
      text: t(problem === 'choice' ? 'approval.design.must_choose' : 'approval.design.stops'),
      isProblem: true,
    });
  }
  return { branches, notes };
}
