import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { Loader, ScrollArea, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { wholeText } from '#entities/message/message.actions.ts';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { MessageText } from './MessageText.tsx';

/** The full version of a text that was too long for its bubble. */
export function WholeModal({ message, onClose }: { message: ClientMessage; onClose: () => void }) {
  const [whole, setWhole] = useState<{ text: string; isMarkdown: boolean } | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    wholeText(message).then(setWhole, (error: unknown) => setProblem(wordsOf(error)));
  }, [message]);
  return (
    <Modal opened onClose={onClose} title={t('word.long_text')} size="lg" scrollAreaComponent={ScrollArea.Autosize}>
      {whole && <MessageText text={whole.text} isMarkdown={whole.isMarkdown} />}
      {problem && <Text c="red">{problem}</Text>}
      {!whole && !problem && <Loader size="sm" role="status" aria-label={t('state.loading')} />}
    </Modal>
  );
}
