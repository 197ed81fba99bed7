import type { ApprovalFile } from '@atrium/contract/approvals/definition.ts';
import { type ApprovalDetail, MEMBER_STATES } from '@atrium/contract/approvals/request.ts';
import { useState } from 'react';
import { addApprovers, cancelApproved, decide, returnStep, transferStep } from '#entities/approval/approval.actions.ts';

export type Act = 'approve' | 'refuse' | 'return' | 'transfer' | 'add' | 'cancel' | 'assign';

interface ActFormOptions {
  act: Act;
  approval: ApprovalDetail;
  onClose: () => void;
  onDone: (next: ApprovalDetail) => void;
}

/** The form of an action on an approval, and the request that carries it out. */
export function useActForm({ act, approval, onClose, onDone }: ActFormOptions) {
  const [comment, setComment] = useState('');
  const [tokens, setTokens] = useState<readonly string[]>([]);
  const [files, setFiles] = useState<readonly ApprovalFile[]>([]);
  const [userids, setUserids] = useState<readonly number[]>([]);
  const [to, setTo] = useState('0');
  const [place, setPlace] = useState('after');
  const [mode, setMode] = useState('all');
  const [isBusy, setBusy] = useState(false);
  const asked = approval.steps
    .filter(({ state }) => state === 'open')
    .flatMap((step) =>
      step.people
        .filter(({ state }) => state === MEMBER_STATES.pending)
        .map(({ userid }) => ({ step: step.id, userid })),
    );
  const [from, setFrom] = useState(0);
  const needsPeople = act === 'transfer' || act === 'add' || act === 'assign';
  const isIncomplete = needsPeople && userids.length === 0;
  const run = () => {
    const said = {
      ...(comment.trim() && { comment: comment.trim() }),
      ...(tokens.length > 0 && { pictures: [...tokens] }),
    };
    const task = approval.task_id;
    const [first = 0] = userids;
    switch (act) {
      case 'approve':
      case 'refuse':
        return decide(task, act === 'approve', said);
      case 'return':
        return returnStep(task, Number(to), said);
      case 'transfer':
        return transferStep(task, first, said);
      case 'assign': {
        const one = asked[from];
        return one ? transferStep(one.step, first, said, one.userid) : Promise.resolve(undefined);
      }
      case 'add':
        return addApprovers({
          task_id: task,
          userids: [...userids],
          place: place === 'before' ? 'before' : 'after',
          mode: mode === 'one' || mode === 'sequence' ? mode : 'all',
          ...said,
        });
      case 'cancel':
        return cancelApproved(approval.id, comment.trim());
    }
  };
  const submit = async () => {
    if (isBusy || isIncomplete) return;
    setBusy(true);
    const next = await run();
    setBusy(false);
    if (!next) return;
    onDone(next);
    onClose();
  };
  return {
    comment,
    setComment,
    /** Uploaded pictures: their tokens, and how they are shown. */
    tokens,
    files,
    addPictures(added: readonly ApprovalFile[]) {
      setTokens((now) => [...now, ...added.map(({ token }) => token)]);
      setFiles((now) => [...now, ...added]);
    },
    removePicture: (token: string) => setTokens((now) => now.filter((each) => each !== token)),
    needsPeople,
    userids,
    setUserids,
    /** The id of the step that the approval returns to; '0' = its start. */
    to,
    setTo,
    /** The people who have not answered yet; `from` is the index of the one that another person replaces. */
    asked,
    from,
    setFrom,
    /** The place of new approvers, before or after the reader, and the way they decide together. */
    place,
    setPlace,
    mode,
    setMode,
    isBusy,
    isIncomplete,
    submit,
  };
}
