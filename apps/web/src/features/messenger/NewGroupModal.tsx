import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useMe } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { makeGroup } from './messenger.actions.ts';

interface Props {
  onClose: () => void;
  onDone: (dialogId: number) => void;
}

const NAME_CHARS = 100;

/** Creates a group of people; without a name it is named after them. */
export function NewGroupModal({ onClose, onDone }: Props) {
  const me = useMe();
  const [name, setName] = useState('');
  const make = async (userids: number[]) => {
    const id = await makeGroup(
      name.trim(),
      userids.filter((userid) => userid !== me),
    );
    if (id) {
      onClose();
      onDone(id);
    }
  };
  return (
    <UserPicker
      title={t('group.new')}
      disabled={[me]}
      max={100}
      done={t('group.create')}
      withBots
      onClose={onClose}
      onDone={(userids) => void make(userids)}
    >
      <TextInput
        aria-label={t('group.name')}
        placeholder={t('group.name_hint')}
        maxLength={NAME_CHARS}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </UserPicker>
  );
}
