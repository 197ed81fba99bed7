import { TRANSCRIPT_CHARS } from '@atrium/contract/chat/aiWriting.ts';
import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { AssistantDraft } from './AssistantDraft.tsx';
import { makeNotes } from './writing.actions.ts';

interface Props {
  /** The initial transcript. */
  transcript?: string;
  /** The label of the button, which says what happens with the notes. */
  label: string;
  /** Called with the notes as Markdown and HTML. It throws an error whose words are shown. */
  onUse: (notes: { text: string; html: string }) => unknown;
  onClose: () => void;
}

/** Turns a transcript into notes. */
export function NotesModal({ transcript = '', label, onUse, onClose }: Props) {
  const [text, setText] = useState(transcript.slice(0, TRANSCRIPT_CHARS));
  const [notes, setNotes] = useState<{ text: string; html: string } | null>(null);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setProblem('');
    try {
      if (notes) {
        await onUse(notes);
        return onClose();
      }
      setNotes(await makeNotes(text));
    } catch (error) {
      setProblem(wordsOf(error));
    }
    setBusy(false);
  };
  return (
    <Modal opened onClose={onClose} title={t('ai.notes')} size={640}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Stack gap="md">
          {notes ? (
            <AssistantDraft text={notes.text} />
          ) : (
            <>
              <Textarea
                data-autofocus
                autosize
                minRows={6}
                maxRows={14}
                maxLength={TRANSCRIPT_CHARS}
                label={t('ai.transcript')}
                description={t('ai.transcript_hint')}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
              />
              <Group gap="xs">
                <FileButton
                  accept=".txt,.vtt,.srt,.md,text/plain"
                  onChange={(file) => void file?.text().then((read) => setText(read.slice(0, TRANSCRIPT_CHARS)))}
                >
                  {(props) => (
                    <Button
                      {...props}
                      size="compact-sm"
                      variant="default"
                      leftSection={<IconFileText size={16} stroke={1.75} />}
                    >
                      {t('ai.transcript_file')}
                    </Button>
                  )}
                </FileButton>
                <Text size="xs" c="dimmed">
                  {t('ai.check_hint')}
                </Text>
              </Group>
            </>
          )}
          <FormEnd problem={problem} onCancel={onClose} loading={isBusy} disabled={text.trim() === ''}>
            {notes ? label : t('ai.notes_run')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}
