import type { UserBasic } from '@atrium/contract/people/users.ts';
import { Button, ScrollArea, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, type UIEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { PickedPeople } from './PickedPeople.tsx';
import { PickerRow } from './PickerRow.tsx';
import { type ContactView, contactView, type PickerTab, storeContactView, usePeopleToPick } from './usePeopleToPick.ts';

interface Props {
  title: string;
  chosen?: readonly number[];
  /** People who cannot be chosen, because they are there already. */
  disabled?: readonly number[];
  /** People who cannot be removed. */
  fixed?: readonly number[];
  max: number;
  /** Offers only members of this project. */
  projectId?: number;
  /** Offers the members of this conversation as well. */
  dialogId?: number;
  /** People whom a search leaves out, besides those who are chosen. */
  without?: readonly number[];
  /** Includes assistants and people's own bots. */
  withBots?: boolean;
  /** Begins with departments, one's own first. */
  isByDepartment?: boolean;
  /** The text of the button, which then needs a choice; by default it shows the number of chosen people. */
  done?: string;
  /** Further fields above the people. */
  children?: ReactNode;
  onClose: () => void;
  onDone: (userids: number[]) => void;
}

/** The next page loads within this distance of the end. */
const AHEAD_PX = 400;
const onScroll = (more: () => Promise<void>) => (event: UIEvent<HTMLDivElement>) => {
  const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
  if (scrollHeight - scrollTop - clientHeight < AHEAD_PX) void more();
};

/**
 * Chooses people: chat partners, everybody, or a project's members; with a maximum of 1 a new choice replaces the old.
 */
export function UserPicker(props: Props) {
  const {
    title,
    chosen = [],
    disabled = [],
    fixed = [],
    without,
    max,
    isByDepartment,
    done,
    children,
    onClose,
    onDone,
    ...wanted
  } = props;
  const { projectId, dialogId } = wanted;
  const isNarrow = useIsNarrow();
  const [tab, setTab] = useState<PickerTab>(props.dialogId ? 'dialog' : 'contact');
  const [key, setKey] = useState('');
  const [picked, setPicked] = useState<readonly number[]>(chosen);
  const [warning, setWarning] = useState('');
  const [view, setView] = useState<ContactView>(isByDepartment ? 'department' : contactView);
  const { groups: found, problem, more } = usePeopleToPick(tab, key, wanted, view);
  const left = new Set(without && key.trim() ? [...without, ...picked] : without);
  const groups =
    left.size === 0
      ? found
      : found?.map((group) => ({ ...group, people: group.people.filter(({ userid }) => !left.has(userid)) }));
  const isFree = (userid: number) => !disabled.includes(userid) && !fixed.includes(userid);
  const toggle = (userid: number) => {
    setWarning('');
    if (disabled.includes(userid)) return;
    if (fixed.includes(userid)) return setWarning(t('picker.kept'));
    if (picked.includes(userid)) return setPicked(picked.filter((id) => id !== userid));
    if (max === 1) return setPicked([userid]);
    if (picked.length >= max) return setWarning(t('picker.max', { count: max }));
    setPicked([...picked, userid]);
  };
  const toggleAll = (people: readonly UserBasic[], isOn: boolean) => {
    const ids = people.map((user) => user.userid);
    const free = ids.filter(isFree);
    setWarning(free.length < ids.length ? t('picker.blocked') : '');
    if (!isOn) return setPicked(picked.filter((id) => !free.includes(id)));
    const wanted = [...new Set([...picked, ...free])];
    if (wanted.length > max) setWarning(t('picker.max', { count: max }));
    setPicked(wanted.slice(0, max));
  };
  return (
    <Modal opened onClose={onClose} title={title} size={640} fullScreen={isNarrow} zIndex={300}>
      <Stack gap="sm">
        {children}
        <TextInput
          data-autofocus
          aria-label={t('contacts.search')}
          placeholder={t('contacts.search')}
          leftSection={<IconSearch size={16} stroke={1.75} />}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        {!projectId && (
          <SegmentedControl
            fullWidth
            value={tab}
            onChange={(value) => setTab(value as PickerTab)}
            data={[
              ...(dialogId ? [{ value: 'dialog', label: t('picker.chat') }] : []),
              { value: 'recent', label: t('picker.recent') },
              { value: 'contact', label: t('picker.contacts') },
              { value: 'project', label: t('picker.projects') },
            ]}
          />
        )}
        {!projectId && tab === 'contact' && (
          <SegmentedControl
            size="xs"
            aria-label={t('picker.view')}
            value={view}
            onChange={(value) => {
              storeContactView(value as ContactView);
              setView(value as ContactView);
            }}
            data={[
              { value: 'list', label: t('picker.view_list') },
              { value: 'department', label: t('picker.view_department') },
            ]}
          />
        )}
        <ScrollArea
          h={isNarrow ? 'calc(100dvh - 300px)' : 320}
          type="auto"
          offsetScrollbars="y"
          viewportProps={{ onScroll: onScroll(more) }}
        >
          {problem ? (
            <Text c="red" role="alert">
              {problem}
            </Text>
          ) : (
            !groups && <LoadingPlaceholder label={t('state.loading')} />
          )}
          {groups?.every((group) => group.people.length === 0) && <Text c="dimmed">{t('picker.none')}</Text>}
          {groups?.map((group) => (
            <div key={group.name} role={group.name ? 'group' : undefined} aria-label={group.name || undefined}>
              {group.name && max === 1 && (
                <Text size="xs" c="dimmed" px={10} pt={8}>
                  {group.name}
                </Text>
              )}
              {group.name && max > 1 && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() => toggleAll(group.people, !group.people.every(({ userid }) => picked.includes(userid)))}
                >
                  {t('picker.all', { name: group.name })}
                </Button>
              )}
              {group.people.map((user) => (
                <PickerRow
                  key={user.userid}
                  user={user}
                  isPicked={picked.includes(user.userid) || disabled.includes(user.userid)}
                  isDisabled={disabled.includes(user.userid)}
                  onToggle={() => toggle(user.userid)}
                />
              ))}
            </div>
          ))}
        </ScrollArea>
        {max > 1 && <PickedPeople userids={picked} fixed={fixed} onRemove={toggle} />}
        {warning && (
          <Text size="sm" c="red" role="alert">
            {warning}
          </Text>
        )}
        <FormEnd
          onCancel={onClose}
          disabled={picked.length === 0 && (done !== undefined || (max === 1 && chosen.length === 0))}
          onClick={() => onDone([...picked])}
        >
          {done ?? t('picker.done', { count: picked.length })}
        </FormEnd>
      </Stack>
    </Modal>
  );
}
