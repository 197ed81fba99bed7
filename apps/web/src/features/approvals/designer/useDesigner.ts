import { checkDefinition, type DefinitionProblem } from '@atrium/contract/approvals/check.ts';
import type { FullApprovalDefinition } from '@atrium/contract/approvals/forms.ts';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';
import { discardDraft, publishDraft } from './designer.actions.ts';
import { START } from './flow/flowEdit.ts';
import { useDraft } from './useDraft.ts';

export const TABS = ['form', 'flow', 'settings'] as const;
type Tab = (typeof TABS)[number];

/** A definition being edited: its draft and problems, the part that is open, and how it is published or discarded. */
export function useDesigner(first: FullApprovalDefinition) {
  const draft = useDraft(first);
  const { content, stored } = draft;
  const [tab, setTab] = useState<Tab>('form');
  const [openField, setOpenField] = useState('');
  const [at, setAt] = useState(START);
  const [isPublishing, setPublishing] = useState(false);
  const problems = checkDefinition(content);
  const hasChanges = stored.has_draft || draft.isDirty;

  /** Shows the part with a problem. */
  const show = ({ at: where, problem }: DefinitionProblem) => {
    if (problem.startsWith('form.')) {
      setTab('form');
      setOpenField(where.split('.')[0] ?? '');
    } else if (problem.startsWith('flow.')) {
      setTab('flow');
      setAt(where || START);
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-part="${where || START}"]`)?.focus());
    } else setTab('settings');
  };
  const publish = async () => {
    const [problem] = problems;
    if (problem) {
      show(problem);
      return notify(t('approval.design.fix_first'), { kind: 'error' });
    }
    setPublishing(true);
    try {
      if (!(await draft.flush())) return;
      const answer = await publishDraft(first.id);
      draft.show(answer);
      notify(t('approval.design.published', { version: answer.version }));
    } catch (error) {
      notify(wordsOf(error), { kind: 'error' });
    } finally {
      setPublishing(false);
    }
  };
  const discard = async () => {
    const question = {
      title: t('approval.design.discard_title'),
      text: t('approval.design.discard_text', { version: stored.version }),
      action: t('approval.design.discard'),
      isDangerous: true,
    };
    if (!(await askFirst(question))) return;
    const answer = await discardDraft(first.id);
    if (answer) draft.show(answer);
  };
  return {
    draft,
    problems,
    /** True if there are changes to publish. */
    hasChanges,
    tab,
    setTab,
    /** The id of the open field of the form; '' = none. */
    openField,
    setOpenField,
    /** The id of the chosen step of the flow. */
    at,
    setAt,
    show,
    isPublishing,
    publish,
    discard,
    restore(found: FullApprovalDefinition['content'], version: number) {
      draft.change(() => found);
      notify(t('approval.design.restored', { version }));
    },
  };
}
