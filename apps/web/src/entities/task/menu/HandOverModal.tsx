import type { Task } from '@atrium/contract/projects/tasks.ts';
import { ScrollArea, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { PickerRow } from '#entities/user/PickerRow.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useRow } from '#sync/store/useStore.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { assign, type HandoffOptions, readHandoffOptions, stopHandingOver, useHandingOver } from './handingOver.ts';

const MAX_OWNERS = 10;
const MAX_NOTE = 1000;
/** The number of people above which the list gets a search field. */
const SEEN_AT_ONCE = 8;

/** Chooses a task's new owners, with a note. It is rendered once above the screens. */
export function HandOverModal() {
  const { task } = useHandingOver();
  return task && <Handing key={task.id} task={task} />;
}

function Handing({ task }: { task: Task }) {
  const isNarrow = useIsNarrow();
  const { data: options, problem } = useRequest(() => readHandoffOptions(task.id), task.id);
  const isHere = useRow('task', task.id) !== undefined;
  const wasHere = useRef(false);
  useEffect(() => {
    // The task was deleted, or hidden from the person. The screen that shows it says so.
    if (wasHere.current && !isHere) stopHandingOver();
    wasHere.current = isHere;
  }, [isHere]);
  return (
    <Modal opened onClose={stopHandingOver} title={t('handoff.title')} size={480} fullScreen={isNarrow}>
      <Stack gap="md">
        <Text fw={500} className="truncate">
          {task.name}
        </Text>
        {options ? (
          <Choice task={task} options={options} />
        ) : problem ? (
          <Text c="red" role="alert">
            {problem}
          </Text>
        ) : (
          <LoadingPlaceholder label={t('state.loading')} />
        )}
      </Stack>
    </Modal>
  );
}

function Choice({ task, options }: { task: Task; options: HandoffOptions }) {
  const { owners, protected: kept, candidates, users } = options;
  // A handover replaces the owners, so only those who cannot be removed are chosen beforehand.
  const [picked, setPicked] = useState<readonly number[]>(owners.filter((userid) => kept.includes(userid)));
  const [key, setKey] = useState('');
  const [note, setNote, done] = useStoredInput(`handoff_${task.id}`, '');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const wanted = key.trim().toLowerCase();
  const shown = users
    .filter((user) => [user.nickname, user.pinyin].some((text) => text.toLowerCase().includes(wanted)))
    // Current owners come first.
    .toSorted((a, b) => Number(owners.includes(b.userid)) - Number(owners.includes(a.userid)));
  const isChanged = picked.length !== owners.length || picked.some((userid) => !owners.includes(userid));
  const isFull = picked.length >= MAX_OWNERS;
  const isFixed = (userid: number) =>
    kept.includes(userid) ||
    (!picked.includes(userid) && (isFull || !(candidates.includes(userid) || owners.includes(userid))));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const words = await assign(task, picked, options.version, note);
    setBusy(false);
    setProblem(words);
    if (words) return;
    done();
    stopHandingOver();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <fieldset style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
          <Text component="legend" size="sm" fw={500} mb={6}>
            {t('handoff.who')}
          </Text>
          {users.length > SEEN_AT_ONCE && (
            <TextInput
              mb={6}
              aria-label={t('handoff.find')}
              placeholder={t('handoff.find')}
              leftSection={<IconSearch size={16} stroke={1.75} />}
              value={key}
              onChange={(event) => setKey(event.currentTarget.value)}
            />
          )}
          <ScrollArea.Autosize mah={280} type="auto" offsetScrollbars="y">
            {shown.map((user) => (
              <PickerRow
                key={user.userid}
                user={user}
                isPicked={picked.includes(user.userid)}
                isDisabled={isFixed(user.userid)}
                onToggle={() =>
                  setPicked(
                    picked.includes(user.userid)
                      ? picked.filter((userid) => userid !== user.userid)
                      : [...picked, user.userid],
                  )
                }
              />
            ))}
            {shown.length === 0 && <Text c="dimmed">{t('picker.none')}</Text>}
          </ScrollArea.Autosize>
        </fieldset>
        <Textarea
          label={t('handoff.note')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MAX_NOTE}
          required={options.note_required}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <FormEnd
          problem={problem}
          loading={isBusy}
          disabled={!isChanged || picked.length === 0 || (options.note_required && !note.trim())}
          onCancel={stopHandingOver}
        >
          {t('handoff.title')}
        </FormEnd>
      </Stack>
    </form>
  );
}
