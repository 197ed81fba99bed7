import { type FormEvent, useState } from 'react';
import { readProofs } from '#features/settings/personal/security/security.actions.ts';
import { deleteAccount, mayDelete, sendCode } from '#features/settings/settings.actions.ts';
import { me, workspace } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';
import { askFirst } from '#ui/overlays/ask.ts';

export type AccountDeletion = ReturnType<typeof useAccountDeletion>;

/** The form that deletes one's own account: its fields, and the request, which asks first. */
export function useAccountDeletion() {
  const [email, setEmail] = useState('');
  const [reason, setReason] = useStoredInput('delete', '');
  const [secret, setSecret] = useState('');
  const [receiver, setReceiver] = useState<number[]>([]);
  const [isErased, setErased] = useState(false);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isMailed = workspace()?.reg_verify === 'open';
  // A person who came through a provider has no password; the question before the deletion is enough.
  const { data: ways } = useRequest(readProofs);
  const needsSecret = isMailed || ways?.password !== false;

  const end = async () => {
    const [transfer_userid] = receiver;
    const input = {
      email: email.trim(),
      reason: reason.trim(),
      ...(transfer_userid && { transfer_userid }),
      ...(isErased && { erase: true }),
    };
    const barred = await mayDelete(input);
    if (barred) return barred;
    const isSure = await askFirst({
      title: t('settings.delete'),
      text: t(isErased ? 'delete.ask_erase' : 'delete.ask', { email: input.email }),
      action: t('delete.confirm'),
      isDangerous: true,
    });
    return isSure ? deleteAccount({ ...input, ...(isMailed ? { code: secret } : { password: secret }) }) : '';
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    setProblem(await end());
    setBusy(false);
  };
  return {
    ...{ email, setEmail, reason, setReason },
    /** The password, or the code that was mailed. */
    secret,
    setSecret,
    needsSecret,
    isMailed,
    mailCode: () => void sendCode(3, me()?.email ?? '').then((words) => setProblem(words)),
    /** The person who gets everything that the account owns; empty for an administrator. */
    receiver,
    setReceiver,
    /** True if messages, reports and files are deleted as well. */
    isErased,
    setErased,
    problem,
    isBusy,
    isComplete: Boolean(email.trim() && reason.trim() && (!needsSecret || secret)),
    submit,
  };
}
