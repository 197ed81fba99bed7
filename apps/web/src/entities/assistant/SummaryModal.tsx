import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Modal } from '#ui/overlays/Modal.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { AssistantDraft } from './AssistantDraft.tsx';
import { summarize } from './writing.actions.ts';

interface Props {
  dialogId: number;
  /** The first unread message; 0 = as the server knows it. */
  fromId?: number;
  /** The message whose replies are summarized. */
  replyId?: number;
  onClose: () => void;
}

/** Unread messages or a thread, in a few points. */
export function SummaryModal({ dialogId, fromId = 0, replyId = 0, onClose }: Props) {
  const { data, problem, again } = useRequest(() =>
    summarize({
      dialog_id: dialogId,
      ...(fromId > 0 && { from_id: fromId }),
      ...(replyId > 0 && { reply_id: replyId }),
    }),
  );
  const copy = (text: string) => void navigator.clipboard?.writeText(text).then(() => notify(t('action.copied')));
  return (
    <Modal opened onClose={onClose} title={t('ai.summary')} size={560}>
      {problem && <EmptyState drawing="lost" text={problem} action={{ label: t('action.retry'), run: again }} />}
      {!data && !problem && (
        <Group gap="sm" role="status">
          <Loader size="sm" />
          <Text size="sm">{t('ai.busy')}</Text>
        </Group>
      )}
      {data && !problem && (
        <Stack gap="md">
          <AssistantDraft text={data.text} />
          <Group justify="space-between">
            <Text size="xs" c="dimmed">
              {t('ai.summary_of', { number: data.count })}
            </Text>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconCopy size={16} stroke={1.75} />}
              onClick={() => copy(data.text)}
            >
              {t('action.copy')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
