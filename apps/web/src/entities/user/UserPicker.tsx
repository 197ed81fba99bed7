import type { UserBasic } from '@atrium/contract/users.ts';
import { Button, Checkbox, Group, Loader, Modal, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '#sync/language.ts';
import { UserAvatar } from './UserAvatar.tsx';
import { findPeople } from './user.actions.ts';

interface Props {
  title: string;
  chosen?: readonly number[];
  /** Cannot be chosen: there already. */
  disabled?: readonly number[];
  /** Cannot be taken out. */
  fixed?: readonly number[];
  max: number;
  projectId?: number;
  onClose: () => void;
  onDone: (userids: number[]) => void;
}

const DEBOUNCE_MS = 250;

/** Picks people; with a maximum of 1 a new choice replaces the old. */
export function UserPicker({ title, chosen = [], disabled = [], fixed = [], max, projectId, onClose, onDone }: Props) {
  const [key, setKey] = useState('');
  const [people, setPeople] = useState<readonly UserBasic[] | null>(null);
  const [picked, setPicked] = useState<readonly number[]>(chosen);
  const [warning, setWarning] = useState('');
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(
      () => void findPeople(key.trim(), projectId).then((list) => isWanted && setPeople(list)),
      key ? DEBOUNCE_MS : 0,
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [key, projectId]);
  const toggle = (userid: number) => {
    setWarning('');
    if (picked.includes(userid)) return setPicked(picked.filter((id) => id !== userid));
    if (max === 1) return setPicked([userid]);
    if (picked.length >= max) return setWarning(t('picker.max', { count: max }));
    setPicked([...picked, userid]);
  };
  return (
    <Modal opened onClose={onClose} title={title} size={480} zIndex={300}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          aria-label={t('contacts.search')}
          placeholder={t('contacts.search')}
          leftSection={<IconSearch size={16} stroke={1.75} />}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <ScrollArea h={320} type="auto">
          {people === null && <Loader size="sm" />}
          {people?.length === 0 && <Text c="dimmed">{t('contacts.none')}</Text>}
          <Stack gap={0}>
            {people?.map((user) => (
              <Checkbox
                key={user.userid}
                checked={picked.includes(user.userid) || disabled.includes(user.userid)}
                disabled={disabled.includes(user.userid) || fixed.includes(user.userid)}
                onChange={() => toggle(user.userid)}
                py={6}
                styles={{ body: { alignItems: 'center' }, label: { width: '100%' }, labelWrapper: { flex: 1 } }}
                label={
                  <Group gap="sm" wrap="nowrap">
                    <UserAvatar user={user} size={32} withPresence />
                    <span className="truncate">{user.nickname}</span>
                    <Text size="xs" c="dimmed" ml="auto" truncate>
                      {user.profession || user.email}
                    </Text>
                  </Group>
                }
              />
            ))}
          </Stack>
        </ScrollArea>
        {warning && (
          <Text size="sm" c="red" role="alert">
            {warning}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button onClick={() => onDone([...picked])}>{t('picker.done', { count: picked.length })}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
