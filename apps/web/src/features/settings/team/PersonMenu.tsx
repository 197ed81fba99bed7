import type { Department } from '@atrium/contract/departments.ts';
import type { UserRow } from '@atrium/contract/users.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useMe } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { notify } from '#ui/notices.ts';
import { LeaveModal } from './LeaveModal.tsx';
import { PersonFormModal } from './PersonFormModal.tsx';
import { PlaceModal } from './PlaceModal.tsx';
import { type Operation, operate } from './team.actions.ts';

interface Props {
  user: UserRow;
  departments: readonly Department[];
  onChanged: () => void;
}

/** What an administrator does with an account; not everything with their own. */
export function PersonMenu({ user, departments, onChanged }: Props) {
  const me = useMe();
  const [open, setOpen] = useState<'edit' | 'place' | 'setdisable' | 'delete' | null>(null);
  const run = async (type: NonNullable<Operation['type']>) => {
    const words = await operate({ userid: user.userid, type });
    if (words) notify(words, { kind: 'error' });
    onChanged();
  };
  const toggle = (word: 'admin' | 'temp') => {
    const type = user.identity.includes(word) ? (`clear${word}` as const) : (`set${word}` as const);
    return <Menu.Item onClick={() => void run(type)}>{t(`team.${type}`)}</Menu.Item>;
  };
  const close = () => setOpen(null);
  const done = () => {
    close();
    onChanged();
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`${t('action.more')}: ${user.nickname}`}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen('edit')}>{t('team.edit_person')}</Menu.Item>
          <Menu.Item onClick={() => setOpen('place')}>{t('team.place_item')}</Menu.Item>
          {!user.disable_at && toggle('admin')}
          {!user.disable_at && !user.identity.includes('admin') && toggle('temp')}
          {user.userid !== me && (
            <>
              <Menu.Divider />
              {user.disable_at ? (
                <Menu.Item onClick={() => void run('cleardisable')}>{t('team.enable')}</Menu.Item>
              ) : (
                <Menu.Item color="red" onClick={() => setOpen('setdisable')}>
                  {t('team.disable')}
                </Menu.Item>
              )}
              <Menu.Item color="red" onClick={() => setOpen('delete')}>
                {t('team.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {open === 'edit' && <PersonFormModal departments={departments} user={user} onClose={close} onDone={done} />}
      {open === 'place' && <PlaceModal departments={departments} user={user} onClose={close} onDone={done} />}
      {(open === 'setdisable' || open === 'delete') && (
        <LeaveModal user={user} type={open} onClose={close} onDone={done} />
      )}
    </>
  );
}
