import { EXPORT_LIMITS } from '@atrium/contract/files/exports.ts';
import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DayRangeField } from '#entities/date/DateFields.tsx';
import { PeopleField } from '#entities/user/PeopleField.tsx';
import { t } from '#sync/language.ts';
import { ExportList } from './ExportList.tsx';
import { askForExport, type ExportSelection } from './export.actions.ts';
import { useExports } from './useExports.ts';

/** Requests workbooks of tasks and shows their progress: for a project, or for people across projects. */
export function ExportPanel({ projectId }: { projectId?: number }) {
  const { list, problem, load } = useExports(projectId);
  const [kind, setKind] = useState<ExportSelection['kind']>('task');
  const [type, setType] = useState<ExportSelection['type']>('taskTime');
  const [userids, setUserids] = useState<readonly number[]>([]);
  const [days, setDays] = useState<[string | null, string | null]>([null, null]);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [from, to] = days;
  const isHalf = Boolean(from) !== Boolean(to);
  const isReady = kind === 'overdue' || (projectId ? !isHalf : userids.length > 0 && from && to);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const wish = { kind, userids: projectId ? [] : userids, days: from && to ? ([from, to] as const) : null, type };
    setRefusal(await askForExport({ ...wish, ...(projectId && { projectId }) }));
    await load();
    setBusy(false);
  };
  return (
    <Stack gap="lg">
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md" align="stretch">
          <Text size="sm" c="dimmed">
            {t('export.note')}
          </Text>
          <SegmentedControl
            fullWidth
            aria-label={t('export.what')}
            data={[
              { value: 'task', label: t('export.tasks') },
              { value: 'overdue', label: t('export.overdue') },
            ]}
            value={kind}
            onChange={(value) => setKind(value as ExportSelection['kind'])}
          />
          {kind === 'task' && !projectId && (
            <PeopleField
              label={t('export.people')}
              description={t('export.people_note', { limit: EXPORT_LIMITS.people })}
              userids={userids}
              max={EXPORT_LIMITS.people}
              onChange={setUserids}
            />
          )}
          {kind === 'task' && (
            <>
              <DayRangeField
                allowSingleDateInRange
                clearable
                label={t('export.days')}
                description={t('export.days_note', { limit: EXPORT_LIMITS.days })}
                placeholder={t(projectId ? 'export.days_any' : 'export.days_choose')}
                value={days}
                onChange={setDays}
              />
              <SegmentedControl
                fullWidth
                aria-label={t('export.by')}
                data={[
                  { value: 'taskTime', label: t('export.by_planned') },
                  { value: 'createdTime', label: t('export.by_made') },
                ]}
                value={type}
                onChange={(value) => setType(value as ExportSelection['type'])}
              />
            </>
          )}
          {(refusal || problem) && (
            <Alert role="alert" color="red" variant="light">
              {refusal || problem}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button type="submit" loading={isBusy} disabled={!isReady}>
              {t('export.make')}
            </Button>
          </Group>
        </Stack>
      </form>
      {list && list.length > 0 && <ExportList list={list} />}
    </Stack>
  );
}
