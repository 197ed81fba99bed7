import type { Import } from '@atrium/contract/files/imports.ts';
import { Alert, Badge, Button, Checkbox, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { fullTime } from '#entities/message/time.ts';
import { locale, t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { ImportPeople } from './ImportPeople.tsx';
import { ImportReport } from './ImportReport.tsx';
import { ImportResult } from './ImportResult.tsx';
import {
  listImportPeople,
  type Outcome,
  removeImport,
  startImport,
  startMapped,
  stopImport,
} from './import.actions.ts';
import type { Choices } from './importPeople.ts';

const COLORS = { ready: 'gray', running: 'blue', stopped: 'yellow', failed: 'red', done: 'green' } as const;
const NAMES = { trello: 'Trello', slack: 'Slack' } as const;
const number = new Intl.NumberFormat(locale);

interface Props {
  item: Import;
  onChange: (outcome: Outcome) => string;
  onGone: (id: number) => void;
}

export function ImportCard({ item, onChange, onGone }: Props) {
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [withFiles, setWithFiles] = useState(false);
  const [choices, setChoices] = useState<Choices>({});
  const perform = async (run: (id: number) => Promise<Outcome>) => {
    setBusy(true);
    setProblem(onChange(await run(item.id)));
    setBusy(false);
  };
  const remove = async () => {
    const isSure = await askFirst({
      title: t('import.remove'),
      text: t('import.remove_ask', { name: item.name }),
      action: t('import.remove'),
      isDangerous: true,
    });
    if (!isSure) return;
    const words = await removeImport(item.id);
    if (words) setProblem(words);
    else onGone(item.id);
  };
  const { status } = item;
  const isMapped = status === 'ready' && item.report.counts.people > 0;
  const people = useRequest(async () => (isMapped ? await listImportPeople(item.id) : []), isMapped ? 'mapped' : '');
  const { files = 0 } = item.report.counts;
  const isStartable = status === 'ready' || status === 'stopped' || status === 'failed';
  const progress = t('import.progress', { done: number.format(item.done), total: number.format(item.total) });
  return (
    <Paper component="section" withBorder p="md" bg="var(--surface)" aria-label={item.name}>
      <Stack gap="md">
        <Group wrap="nowrap" align="flex-start">
          <div style={{ flex: 1, minWidth: 0 }}>
            <Text fw={500} truncate>
              {item.name}
            </Text>
            <Text size="sm" c="dimmed">
              {NAMES[item.kind]} · {fullTime(item.created_at)}
            </Text>
          </div>
          <Badge variant="light" color={COLORS[status]} style={{ flex: 'none' }}>
            {t(`import.status.${status}`)}
          </Badge>
        </Group>
        {status === 'running' && (
          <Stack gap={6} aria-live="polite">
            <Progress
              value={item.total > 0 ? (item.done / item.total) * 100 : 0}
              animated
              aria-label={t('import.status.running')}
            />
            <Text size="sm">{progress}</Text>
            <Text size="sm" c="dimmed">
              {t('import.running_note')}
            </Text>
          </Stack>
        )}
        {status === 'stopped' && <Text size="sm">{t('import.stopped_note')}</Text>}
        {(item.error || problem) && (
          <Alert role="alert" color="red" variant="light">
            {problem || item.error}
          </Alert>
        )}
        {item.result ? <ImportResult result={item.result} /> : status !== 'running' && <ImportReport item={item} />}
        {isMapped && people.data?.length !== 0 && (
          <ImportPeople
            people={people.data}
            problem={people.problem}
            onRetry={people.again}
            choices={choices}
            onChoose={({ external_id }, userid) => setChoices({ ...choices, [external_id]: userid })}
          />
        )}
        {isStartable && files > 0 && (
          <Checkbox
            checked={withFiles}
            label={t('import.with_files', { number: number.format(files) })}
            description={t('import.with_files_hint')}
            onChange={(event) => setWithFiles(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap="sm">
          {status === 'running' ? (
            <Button variant="default" loading={isBusy} onClick={() => void perform(stopImport)}>
              {t('import.stop')}
            </Button>
          ) : (
            <Button variant="subtle" color="gray" onClick={() => void remove()}>
              {t('import.remove')}
            </Button>
          )}
          {isStartable && (
            <Button
              loading={isBusy}
              onClick={() =>
                void perform((id) =>
                  isMapped ? startMapped(id, withFiles, people.data, choices) : startImport(id, withFiles),
                )
              }
            >
              {t(status === 'ready' ? 'import.start' : 'import.resume')}
            </Button>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}
