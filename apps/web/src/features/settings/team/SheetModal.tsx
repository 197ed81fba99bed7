import { Button, Checkbox, FileButton, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { downloadText } from './downloadText.ts';
import classes from './TeamSettings.module.css';
import { importSheet, type Preview, previewSheet, sheetTemplate } from './team.actions.ts';

type Failed = { line: number; email: string; reason: string };

/** Imports people from a spreadsheet: shows a preview first, then creates them in steps with progress. */
export function SheetModal({ onClose }: { onClose: () => void }) {
  const isNarrow = useIsNarrow();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [asksPassword, setAsksPassword] = useState(true);
  const [share, setShare] = useState<number | null>(null);
  const [made, setMade] = useState<number | null>(null);
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const [problem, setProblem] = useState('');
  const abort = useRef(new AbortController());
  // Closing the modal stops before the next step; created accounts stay.
  useEffect(() => () => abort.current.abort(), []);

  const previewFile = async (file: File | null) => {
    if (!file) return;
    setProblem('');
    const answer = await previewSheet(file);
    if ('words' in answer) return setProblem(answer.words);
    setPreview(answer);
    setFailed(answer.rows.filter((row) => row.status === 'error'));
  };
  const template = () =>
    sheetTemplate().then(
      ({ name, text }) => downloadText(name, text),
      (error: unknown) => setProblem(wordsOf(error)),
    );
  const start = async () => {
    const rows = preview?.rows.filter((row) => row.status === 'ok') ?? [];
    setShare(0);
    const sum = await importSheet(rows, {
      changepass: asksPassword,
      onDone: (count) => setShare((100 * count) / rows.length),
      signal: abort.current.signal,
    });
    setShare(null);
    setMade(sum.success);
    setFailed(sum.failed);
    setProblem(sum.words);
  };
  const isReady = preview && made === null;
  return (
    <Modal opened onClose={onClose} title={t('team.import')} size={720} fullScreen={isNarrow}>
      <Stack gap="md">
        {!preview && (
          <>
            <Text c="dimmed">{t('team.sheet_hint')}</Text>
            <Group>
              <FileButton accept=".xlsx,.csv,text/csv" onChange={(file) => void previewFile(file)}>
                {(props) => (
                  <Button data-autofocus {...props}>
                    {t('team.sheet_choose')}
                  </Button>
                )}
              </FileButton>
              <Button variant="default" onClick={() => void template()}>
                {t('team.sheet_template')}
              </Button>
            </Group>
          </>
        )}
        {isReady && (
          <Text>
            {t('team.sheet_ready', { count: preview.valid })}
            {preview.invalid > 0 && ` · ${t('team.sheet_wrong', { count: preview.invalid })}`}
          </Text>
        )}
        {made !== null && <Text role="status">{t('team.sheet_made', { count: made })}</Text>}
        {failed.length > 0 && (
          <div className={classes.sheet}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('team.sheet_line')}</Table.Th>
                  <Table.Th>{t('field.email')}</Table.Th>
                  <Table.Th>{t('team.reason')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {failed.map((row) => (
                  <Table.Tr key={row.line}>
                    <Table.Td>{row.line}</Table.Td>
                    <Table.Td>{row.email}</Table.Td>
                    <Table.Td>{row.reason}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
        {share !== null && <Progress value={share} aria-label={t('team.import')} />}
        {problem && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
        {isReady && (
          <>
            <Checkbox
              label={t('team.changepass')}
              checked={asksPassword}
              onChange={(event) => setAsksPassword(event.currentTarget.checked)}
            />
            <Group justify="flex-end">
              <Button variant="default" disabled={share !== null} onClick={() => setPreview(null)}>
                {t('action.back')}
              </Button>
              <Button disabled={preview.valid === 0} loading={share !== null} onClick={() => void start()}>
                {t('team.sheet_start', { count: preview.valid })}
              </Button>
            </Group>
          </>
        )}
        {made !== null && (
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('action.done')}</Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}
