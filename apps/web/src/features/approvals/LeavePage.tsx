import { Button, Group, NumberInput, Progress, Table } from '@mantine/core';
import { useState } from 'react';
import { NotYet } from '#entities/form/Problem.tsx';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import classes from './Approvals.module.css';
import { readOwnBalances } from './approvals.actions.ts';

/** The reader's days of leave in a year. */
export function LeavePage({ onBack, onNew }: { onBack?: () => void; onNew: () => void }) {
  const [year, setYear] = useState(nowDate().getFullYear());
  const { data, problem } = useRequest(() => readOwnBalances(year), year);
  return (
    <>
      <ScreenHeader title={t('approval.leave')} {...(onBack && { back: { label: t('action.back'), run: onBack } })}>
        <YearField year={year} onChange={setYear} />
      </ScreenHeader>
      <div className={classes.scroll}>
        <div className={classes.paper}>
          {!data ? (
            <NotYet problem={problem} />
          ) : data.list.length === 0 ? (
            <EmptyState
              drawing="board"
              text={t('approval.no_balances')}
              action={{ label: t('approval.new'), run: onNew }}
            />
          ) : (
            <>
              <div className={classes.tableBox}>
                <Table verticalSpacing="sm">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{t('approval.leave_type')}</Table.Th>
                      <Table.Th>{t('approval.granted')}</Table.Th>
                      <Table.Th>{t('approval.carried')}</Table.Th>
                      <Table.Th>{t('approval.used')}</Table.Th>
                      <Table.Th>{t('approval.left')}</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {data.list.map((row) => (
                      <Table.Tr key={row.type}>
                        <Table.Td>
                          {row.label}
                          <Progress
                            mt={6}
                            size="sm"
                            aria-label={row.label}
                            value={(100 * row.used) / Math.max(1, row.granted + row.carried)}
                          />
                        </Table.Td>
                        <Table.Td>{row.granted}</Table.Td>
                        <Table.Td>{row.carried}</Table.Td>
                        <Table.Td>{row.used}</Table.Td>
                        <Table.Td fw={600}>{row.left}</Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </div>
              <Group mt="lg">
                <Button onClick={onNew}>{t('approval.new')}</Button>
              </Group>
            </>
          )}
        </div>
      </div>
    </>
  );
}

export const YearField = ({ year, onChange }: { year: number; onChange: (year: number) => void }) => (
  <NumberInput
    w={96}
    size="xs"
    aria-label={t('approval.year')}
    value={year}
    min={2000}
    max={2200}
    allowDecimal={false}
    thousandSeparator=""
    onChange={(value) => Number(value) >= 2000 && onChange(Number(value))}
  />
);
