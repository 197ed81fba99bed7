import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { Loader, ScrollArea, Text } from '@mantine/core';
import { wholeText } from '#entities/message/message.actions.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { MessageText } from './MessageText.tsx';

/** The full version of a text that was too long for its bubble. */
export function WholeModal({ message, onClose }: { message: ClientMessage; onClose: () => void }) {
  const { data: whole, problem } = useRequest(() => wholeText(message), message.id);
  return (
    <Modal opened onClose={onClose} title={t('word.long_text')} size="lg" scrollAreaComponent={ScrollArea.Autosize}>
      {whole && <MessageText text={whole.text} isMarkdown={whole.isMarkdown} />}
      {problem && <Text c="red">{problem}</Text>}
      {!whole && !problem && <Loader size="sm" role="status" aria-label={t('state.loading')} />}
    </Modal>
  );
}
