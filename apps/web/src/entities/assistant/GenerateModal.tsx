import { GENERATE_CHARS } from '@atrium/contract/chat/aiWriting.ts';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconArrowsMinimize, IconPencil, IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { isComposing } from '#ui/keys/composing.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { AssistantDraft } from './AssistantDraft.tsx';
import { generate } from './writing.actions.ts';

interface Props {
  dialogId: number;
  /** The content of the field, as HTML. */
  draft: string;
  /** The message being answered. */
  quoteId: number;
  /** Puts the text into the field. */
  onUse: (html: string) => void;
  onClose: () => void;
}
type Kind = 'write' | 'rewrite' | 'shorten';

/** Has a message drafted; the person decides what becomes of it. */
export function GenerateModal({ dialogId, draft, quoteId, onUse, onClose }: Props) {
  const [wish, setWish] = useState('');
  const [drafted, setDrafted] = useState<{ text: string; html: string } | null>(null);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState<Kind | null>(null);
  // The draft so far, which can be developed further.
  const current = drafted?.html ?? draft;
  const run = async (kind: Kind) => {
    if (busy) return;
    if (kind === 'write' && wish.trim() === '') return setProblem(t('ai.generate_empty'));
    setBusy(kind);
    setProblem('');
    try {
      const quote = quoteId > 0 && { quote_id: quoteId };
      const content = kind === 'write' && { content: wish.trim() };
      setDrafted(await generate({ dialog_id: dialogId, kind, draft: current, ...quote, ...content }));
    } catch (error) {
      setProblem(wordsOf(error));
    }
    setBusy(null);
  };
  return (
    <Modal opened onClose={onClose} title={t('ai.generate')} size={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run('write');
        }}
      >
        <Stack gap="md">
          <Textarea
            data-autofocus
            autosize
            minRows={2}
            maxRows={6}
            maxLength={GENERATE_CHARS}
            label={t('ai.generate_wish')}
            description={t('ai.generate_count', { used: wish.length, limit: GENERATE_CHARS })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={wish}
            onChange={(event) => setWish(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
              event.preventDefault();
              void run('write');
            }}
          />
          {problem && (
            <Text size="sm" c="red" role="alert">
              {problem}
            </Text>
          )}
          {drafted && <AssistantDraft text={drafted.text} />}
          <Group gap="xs">
            <Button
              type="submit"
              variant={drafted ? 'default' : 'filled'}
              leftSection={<IconSparkles size={16} stroke={1.75} />}
              loading={busy === 'write'}
            >
              {t(drafted ? 'ai.generate_again' : 'ai.generate_run')}
            </Button>
            {current !== '' && (
              <>
                <Button
                  variant="default"
                  leftSection={<IconPencil size={16} stroke={1.75} />}
                  loading={busy === 'rewrite'}
                  onClick={() => void run('rewrite')}
                >
                  {t('ai.rewrite')}
                </Button>
                <Button
                  variant="default"
                  leftSection={<IconArrowsMinimize size={16} stroke={1.75} />}
                  loading={busy === 'shorten'}
                  onClick={() => void run('shorten')}
                >
                  {t('ai.shorten')}
                </Button>
              </>
            )}
            {drafted && (
              <Button
                ml="auto"
                onClick={() => {
                  onUse(drafted.html);
                  onClose();
                }}
              >
                {t('ai.use')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
