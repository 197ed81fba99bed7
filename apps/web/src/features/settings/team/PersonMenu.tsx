import type { UserRow } from '@atrium/contract/people/accounts.ts';
import type { Department } from '@atrium/contract/people/departments.ts';
import { useState } from 'react';
import { useMe } from '#entities/user/useUsers.ts';
import { exportPerson } from '#features/settings/settings.actions.ts';
import { workspace } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import type { Command } from '#ui/keys/commands.ts';
import { confirmAndRun } from '#ui/overlays/confirmAndRun.ts';
import { notify } from '#ui/overlays/notices.ts';
import { RowMenu } from '#ui/overlays/RowMenu.tsx';
import { CheckinModal } from './CheckinModal.tsx';
import { LeaveModal } from './LeaveModal.tsx';
import { PersonFormModal } from './PersonFormModal.tsx';
import { PlaceModal } from './PlaceModal.tsx';
import { ResetLinkModal } from './ResetLinkModal.tsx';
import { clearFactors, type Operation, operate } from './team.actions.ts';

interface Props {
  user: UserRow;
  departments: readonly Department[];
  onChanged: () => void;
}

/** An administrator's actions for an account; limited for their own. */
export function PersonMenu({ user, departments, onChanged }: Props) {
  const me = useMe();
  const [open, setOpen] = useState<'edit' | 'place' | 'checkin' | 'reset' | 'setdisable' | 'delete' | null>(null);
  const run = async (type: NonNullable<Operation['type']>) => {
    const words = await operate({ userid: user.userid, type });
    if (words) notify(words, { kind: 'error' });
    onChanged();
  };
  const clear = async () => {
    const question = { title: t('team.clear_factors'), text: t('team.clear_factors_ask', { name: user.nickname }) };
    await confirmAndRun(question, () => clearFactors(user.userid));
  };
  const does = (type: NonNullable<Operation['type']>): Command => ({
    id: type,
    label: t(`team.${type === 'cleardisable' ? 'enable' : (type as 'setadmin')}`),
    run: () => void run(type),
  });
  const toggle = (word: 'admin' | 'temp') => does(`${user.identity.includes(word) ? 'clear' : 'set'}${word}`);
  const isMe = user.userid === me;
  const commands: Command[] = [
    { id: 'edit', label: t('team.edit_person'), run: () => setOpen('edit') },
    { id: 'place', label: t('team.place_item'), run: () => setOpen('place') },
    ...(workspace()?.checkin === 'open'
      ? [{ id: 'checkin', label: t('checkin.of_person'), run: () => setOpen('checkin') }]
      : []),
    ...(user.disable_at || user.bot
      ? []
      : [
          { id: 'reset', label: t('team.reset_link'), run: () => setOpen('reset' as const) },
          { id: 'factors', label: t('team.clear_factors'), run: () => void clear() },
        ]),
    { id: 'data', label: t('data.export'), run: () => void exportPerson(user.userid) },
    ...(user.disable_at ? [] : [toggle('admin')]),
    ...(user.disable_at || user.identity.includes('admin') ? [] : [toggle('temp')]),
    ...(user.disable_at && !isMe ? [does('cleardisable')] : []),
    ...(user.disable_at || isMe
      ? []
      : [{ id: 'disable', label: t('team.disable'), isDangerous: true, run: () => setOpen('setdisable') }]),
    ...(isMe ? [] : [{ id: 'delete', label: t('team.delete'), isDangerous: true, run: () => setOpen('delete') }]),
  ];
  const close = () => setOpen(null);
  const done = () => {
    close();
    onChanged();
  };
  return (
    <>
      <RowMenu label={`${t('action.more')}: ${user.nickname}`} commands={commands} />
      {open === 'edit' && <PersonFormModal user={user} onClose={close} onDone={done} />}
      {open === 'place' && <PlaceModal departments={departments} user={user} onClose={close} onDone={done} />}
      {open === 'reset' && <ResetLinkModal user={user} onClose={close} />}
      {open === 'checkin' && <CheckinModal user={user} onClose={close} />}
      {(open === 'setdisable' || open === 'delete') && (
        <LeaveModal user={user} type={open} onClose={close} onDone={done} />
      )}
    </>
  );
}
