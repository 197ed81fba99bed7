import type { UserBasic } from '@atrium/contract/people/users.ts';
import { CloseButton, ScrollArea, SegmentedControl, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { DialogAvatar } from '#entities/dialog/DialogAvatar.tsx';
import { dialogName } from '#entities/dialog/name.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { findPeople } from '#entities/user/user.actions.ts';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useRow } from '#sync/store/useStore.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';
import classes from './Forward.module.css';
import { type ForwardTarget, personTarget, targetOf, withoutChosen } from './forwardTargets.ts';
import { useDialogChoices } from './useChoices.ts';

const MAX = 50;
const DEBOUNCE_MS = 300;

interface Props {
  targets: readonly ForwardTarget[];
  onChange: (targets: ForwardTarget[]) => void;
  onWarn: (warning: string) => void;
  /** True if a click chooses one target and finishes, so that nothing is ticked. The list is as tall as its screen. */
  isSingle?: boolean;
}

/** Conversations, latest first, and people; chosen ones are on top and not repeated. */
export function TargetPicker({ targets, onChange, onWarn, isSingle = false }: Props) {
  const [tab, setTab] = useState<'recent' | 'people'>('recent');
  const [key, setKey] = useState('');
  const words = key.trim().toLowerCase();
  const toggle = (target: ForwardTarget) => {
    const rest = targets.filter((each) => each.userid !== target.userid);
    if (rest.length < targets.length) onChange(rest);
    else if (targets.length >= MAX) onWarn(t('picker.max', { count: MAX }));
    else onChange([...targets, target]);
  };
  const chosen = new Set(targets.map((target) => target.userid));
  return (
    <>
      {targets.length > 0 && (
        <div className={classes.targets}>
          {targets.map((target) => (
            <span key={target.userid} className={classes.chip}>
              <TargetAvatar target={target} size={20} />
              <span className="truncate">{target.name}</span>
              <CloseButton
                size="xs"
                aria-label={t('forward.drop', { name: target.name })}
                onClick={() => toggle(target)}
              />
            </span>
          ))}
        </div>
      )}
      <SegmentedControl
        fullWidth
        value={tab}
        onChange={(value) => setTab(value as 'recent' | 'people')}
        data={[
          { value: 'recent', label: t('messenger.chats') },
          { value: 'people', label: t('contacts.title') },
        ]}
      />
      <TextInput
        data-autofocus
        aria-label={t('forward.search')}
        placeholder={t('forward.search')}
        leftSection={<IconSearch size={16} stroke={1.75} />}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <ScrollArea {...(isSingle ? { className: classes.all ?? '' } : { h: 340 })} type="auto">
        {tab === 'recent' ? (
          <Dialogs words={words} chosen={chosen} isSingle={isSingle} onPick={toggle} />
        ) : (
          <People words={key.trim()} chosen={chosen} isSingle={isSingle} onPick={toggle} />
        )}
      </ScrollArea>
    </>
  );
}

interface ListProps {
  words: string;
  chosen: ReadonlySet<string>;
  isSingle: boolean;
  onPick: (target: ForwardTarget) => void;
}

function Dialogs({ words, chosen, isSingle, onPick }: ListProps) {
  const dialogs = useDialogChoices();
  const shown = dialogs.filter(
    (dialog) =>
      dialog.dialog_delete === 0 &&
      dialog.dialog_mute !== 'close' &&
      `${dialogName(dialog)} ${dialog.pinyin}`.toLowerCase().includes(words),
  );
  if (shown.length === 0) return <Text c="dimmed">{t('messenger.no_match')}</Text>;
  return shown.map((dialog) => {
    const target = targetOf(dialog, dialogName(dialog));
    return (
      <Row
        key={dialog.id}
        name={target.name}
        isChosen={!isSingle && chosen.has(target.userid)}
        isSingle={isSingle}
        onPick={() => onPick(target)}
      >
        <DialogAvatar dialog={dialog} size={32} />
      </Row>
    );
  });
}

function People({ words, chosen, isSingle, onPick }: ListProps) {
  const [people, setPeople] = useState<readonly UserBasic[]>([]);
  useEffect(() => {
    let isWanted = true;
    const find = () => {
      findPeople(words, 1).then(
        (found) => isWanted && setPeople(found.people),
        (error: unknown) => isWanted && notify(wordsOf(error), { kind: 'error' }),
      );
    };
    const timer = setTimeout(find, words ? DEBOUNCE_MS : 0);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [words]);
  const shown = withoutChosen(people, chosen);
  if (shown.length === 0) return <Text c="dimmed">{t('contacts.none')}</Text>;
  return shown.map((user) => (
    <Row
      key={user.userid}
      name={user.nickname}
      isChosen={false}
      isSingle={isSingle}
      onPick={() => onPick(personTarget(user))}
    >
      <UserAvatar user={user} size={32} withPresence />
    </Row>
  ));
}

interface RowProps {
  name: string;
  isChosen: boolean;
  isSingle: boolean;
  onPick: () => void;
  children: React.ReactNode;
}
function Row({ name, isChosen, isSingle, onPick, children }: RowProps) {
  return (
    <UnstyledButton
      {...(!isSingle && { role: 'checkbox', 'aria-checked': isChosen })}
      aria-label={name}
      className={classes.row}
      data-chosen={isChosen || undefined}
      onClick={onPick}
    >
      {children}
      <span className="truncate">{name}</span>
      {isChosen && <IconCheck size={18} stroke={1.75} className={classes.tick} />}
    </UnstyledButton>
  );
}

export function TargetAvatar({ target, size }: { target: ForwardTarget; size: 20 | 32 }) {
  const dialog = useRow('dialog', Number(target.userid.replace('d:', '')) || 0);
  const isDialog = target.userid.startsWith('d:');
  const user = useUser(isDialog ? (dialog?.dialog_user?.userid ?? 0) : Number(target.userid));
  if (isDialog && dialog?.type === 'group') return <DialogAvatar dialog={dialog} size={size} />;
  return <UserAvatar user={user} size={size} />;
}
