import { INSTRUCTION_CHARS } from '@atrium/contract/chat/assistants.ts';
import { ActionIcon, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { wordsOf } from '#sync/words.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Modal } from '#ui/overlays/Modal.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { readInstructions, readPermits, removePermit, saveInstructions } from './confirmation.actions.ts';

/** The instructions of assistants in this conversation, and which tools they use without asking. */
export function InstructionsModal({ dialogId, onClose }: { dialogId: number; onClose: () => void }) {
  const { data, problem, again } = useRequest(() => readInstructions(dialogId), dialogId);
  return (
    <Modal opened onClose={onClose} title={t('ai.instructions')} size={520}>
      {problem && <EmptyState drawing="lost" text={problem} action={{ label: t('action.retry'), run: again }} />}
      {!data && !problem && <Skeleton height={120} radius="md" />}
      {data && <Form dialogId={dialogId} begun={data.ai_prompt} mayEdit={data.may_edit} onClose={onClose} />}
      <Permits />
    </Modal>
  );
}

interface FormProps {
  dialogId: number;
  begun: string;
  mayEdit: boolean;
  onClose: () => void;
}
function Form({ dialogId, begun, mayEdit, onClose }: FormProps) {
  const [text, setText] = useState(begun);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await saveInstructions(dialogId, text);
      onClose();
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="md">
        <Textarea
          data-autofocus
          autosize
          minRows={4}
          maxRows={12}
          maxLength={INSTRUCTION_CHARS}
          readOnly={!mayEdit}
          label={t('ai.instructions_label')}
          description={t(mayEdit ? 'ai.instructions_hint' : 'ai.instructions_locked')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {mayEdit && (
          <FormEnd problem={problem} onCancel={onClose} loading={isBusy} disabled={text === begun}>
            {t('action.save')}
          </FormEnd>
        )}
      </Stack>
    </form>
  );
}

function Permits() {
  const { data, again } = useRequest(readPermits);
  if (!data || data.length === 0) return null;
  const remove = (tool: string) =>
    removePermit(tool)
      .catch((error: unknown) => notify(wordsOf(error), { kind: 'error' }))
      .then(again);
  return (
    <Stack gap={4} mt="lg">
      <Text fw={600} size="sm">
        {t('ai.permits')}
      </Text>
      {data.map((tool) => (
        <Group key={tool} gap="xs" wrap="nowrap">
          <Text size="sm" flex={1} truncate>
            {tool}
          </Text>
          <ActionIcon aria-label={t('ai.permit_remove', { tool })} onClick={() => void remove(tool)}>
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}
