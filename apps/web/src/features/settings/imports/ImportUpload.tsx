import { Alert, Button, FileButton, Group, Progress, SegmentedControl, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import classes from './ImportUpload.module.css';
import { type ImportKind, type Outcome, uploadExport } from './import.actions.ts';

/** Product names are the same in every language. */
const KINDS = [
  { value: 'trello', label: 'Trello', accept: '.json,application/json' },
  { value: 'slack', label: 'Slack', accept: '.zip,application/zip' },
] as const;

interface Props {
  /** Returns the error text, or ''. */
  onDone: (outcome: Outcome) => string;
}

export function ImportUpload({ onDone }: Props) {
  const [kind, setKind] = useState<ImportKind>('trello');
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null);
  const [problem, setProblem] = useState('');
  const [isOver, setOver] = useState(false);
  const abort = useRef<AbortController>(undefined);
  // The upload is canceled when the page is left.
  useEffect(() => () => abort.current?.abort(), []);

  const send = async (file: File | null | undefined) => {
    if (!file || sending) return;
    const controller = new AbortController();
    abort.current = controller;
    setProblem('');
    setSending({ name: file.name, share: 0 });
    const outcome = await uploadExport(kind, file, {
      onProgress: (share) => setSending({ name: file.name, share }),
      signal: controller.signal,
    });
    setSending(null);
    if (!controller.signal.aborted) setProblem(onDone(outcome));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send(event.dataTransfer.files[0]);
  };
  return (
    <>
      <SegmentedControl
        fullWidth
        value={kind}
        onChange={(value) => setKind(value as ImportKind)}
        disabled={Boolean(sending)}
        aria-label={t('import.from')}
        data={KINDS.map(({ value, label }) => ({ value, label }))}
      />
      <Text size="sm" c="dimmed">
        {t(kind === 'trello' ? 'import.trello_hint' : 'import.slack_hint')}
      </Text>
      {sending ? (
        <div className={classes.box}>
          <Text size="sm" truncate maw="100%">
            {t(sending.share < 1 ? 'import.uploading' : 'import.reading', { name: sending.name })}
          </Text>
          <Progress
            w="100%"
            value={sending.share * 100}
            animated={sending.share >= 1}
            aria-label={t('import.uploading', { name: sending.name })}
          />
          <Button variant="subtle" size="compact-sm" onClick={() => abort.current?.abort()}>
            {t('action.cancel')}
          </Button>
        </div>
      ) : (
        <div
          className={classes.box}
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <IconFileUpload size={28} stroke={1.5} aria-hidden="true" />
          <Group gap="xs" justify="center">
            <Text size="sm" c="dimmed" className={classes.drop ?? ''}>
              {t('import.drop')}
            </Text>
            <FileButton
              onChange={(file) => void send(file)}
              accept={KINDS.find((each) => each.value === kind)?.accept ?? ''}
            >
              {(props) => (
                <Button {...props} variant="light">
                  {t('import.choose')}
                </Button>
              )}
            </FileButton>
          </Group>
        </div>
      )}
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}
        </Alert>
      )}
    </>
  );
}
