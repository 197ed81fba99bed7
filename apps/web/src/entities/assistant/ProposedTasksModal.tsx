import type { ProposedTasks } from '@atrium/contract/chat/aiWriting.ts';
import { Checkbox, Group, Loader, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Modal } from '#ui/overlays/Modal.tsx';

interface Props {
  title: string;
  ask: () => Promise<ProposedTasks>;
  /** The choice of the place in which they are created. */
  children?: ReactNode;
  isReady?: boolean;
  /** Returns whether the modal may close. */
  onCreate: (tasks: ProposedTasks) => Promise<boolean>;
  onClose: () => void;
}

/** Tasks that an assistant proposes; the person chooses which are created. */
export function ProposedTasksModal({ title, ask, children, isReady = true, onCreate, onClose }: Props) {
  const { data, problem, again } = useRequest(ask);
  const [left, setLeft] = useState<readonly number[]>([]);
  const [isBusy, setBusy] = useState(false);
  const chosen = (data ?? []).filter((_task, at) => !left.includes(at));
  const create = async () => {
    setBusy(true);
    const isGone = await onCreate(chosen);
    setBusy(false);
    if (isGone) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={title} size={520}>
      {problem && <EmptyState drawing="lost" text={problem} action={{ label: t('action.retry'), run: again }} />}
      {!data && !problem && (
        <Group gap="sm" role="status">
          <Loader size="sm" />
          <Text size="sm">{t('ai.busy')}</Text>
        </Group>
      )}
      {data && !problem && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void create();
          }}
        >
          <Stack gap="md">
            {data.map((task, at) => (
              <Checkbox
                // The index is part of the key, because titles may repeat. The list does not change.
                key={`${at}${task.title}`}
                label={task.title}
                description={task.desc}
                checked={!left.includes(at)}
                onChange={({ currentTarget: { checked } }) =>
                  setLeft((before) => (checked ? before.filter((each) => each !== at) : [...before, at]))
                }
              />
            ))}
            {children}
            <FormEnd onCancel={onClose} loading={isBusy} disabled={chosen.length === 0 || !isReady}>
              {t('ai.tasks_create', { number: chosen.length })}
            </FormEnd>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
