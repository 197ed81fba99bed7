import type { ApprovalContent } from '@atrium/contract/approvals/definition.ts';
import type { FullApprovalDefinition } from '@atrium/contract/approvals/forms.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { saveDraft } from './designer.actions.ts';

export type Change = (next: (content: ApprovalContent) => ApprovalContent) => void;
const SAVE_MS = 800;

/** A definition being edited. Its draft is saved a moment after each change, one save at a time. */
export function useDraft(first: FullApprovalDefinition) {
  const [stored, setStored] = useState(first);
  const [content, setContent] = useState(first.content);
  const [saved, setSaved] = useState(first.content);
  const [problem, setProblem] = useState('');
  const [isSaving, setSaving] = useState(false);
  const latest = useRef({ content, saved });
  const line = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    latest.current = { content, saved };
  }, [content, saved]);

  const save = async (): Promise<boolean> => {
    const wanted = latest.current.content;
    if (wanted === latest.current.saved) return true;
    setSaving(true);
    try {
      const answer = await saveDraft(first.id, wanted);
      latest.current.saved = wanted;
      setSaved(wanted);
      setStored(answer);
      setProblem('');
      return true;
    } catch (error) {
      setProblem(wordsOf(error));
      return false;
    } finally {
      setSaving(false);
    }
  };
  /** Saves what is not saved yet. False if it was refused. */
  const flush = (): Promise<boolean> => {
    const next = line.current.then(save);
    line.current = next;
    return next;
  };
  const isDirty = content !== saved;
  const later = useEffectEvent(flush);
  useEffect(() => {
    if (!isDirty || content === null) return;
    const timer = setTimeout(() => void later(), SAVE_MS);
    return () => clearTimeout(timer);
  }, [isDirty, content]);
  useGuard(isDirty, flush);

  return {
    stored,
    content,
    isDirty,
    isSaving,
    problem,
    flush,
    change: ((next) => setContent(next)) as Change,
    /** Shows an answer of the server in place of the edited draft. */
    show: (answer: FullApprovalDefinition) => {
      latest.current = { content: answer.content, saved: answer.content };
      setStored(answer);
      setContent(answer.content);
      setSaved(answer.content);
      setProblem('');
    },
  };
}

/** Saves before the screen is left; asks if that fails. */
function useGuard(isDirty: boolean, flush: () => Promise<boolean>): void {
  const blocker = useBlocker(isDirty);
  const leave = useEffectEvent(async () => {
    const isSaved = await flush();
    const question = {
      title: t('approval.design.leave_title'),
      text: t('approval.design.leave_text'),
      action: t('approval.design.leave'),
      isDangerous: true,
    };
    if (isSaved || (await askFirst(question))) blocker.proceed?.();
    else blocker.reset?.();
  });
  useEffect(() => {
    if (blocker.state === 'blocked') void leave();
  }, [blocker.state]);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
}
