import { VENDOR_NAMES, type Vendor } from '@atrium/contract/chat/assistants.ts';
import { Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { language, t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { readUsage } from './assistant.actions.ts';

/** The usage of each person in a month. */
export function Usage() {
  const [month, setMonth] = useState('');
  const { data, problem, again } = useRequest(() => readUsage(month), month);
  const number = new Intl.NumberFormat(language);
  if (problem) {
    return <EmptyState drawing="lost" text={problem} action={{ label: t('action.retry'), run: again }} />;
  }
  // A closed section shows no loading bar, because one that pulses for ever would cost processor time.
  if (!data) {
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('state.loading')}
      </Text>
    );
  }
  return (
    <>
      <TextInput
        type="month"
        label={t('assistant.month')}
        maw={220}
        mb="sm"
        value={month || data.month}
        max={new Date().toISOString().slice(0, 7)}
        onChange={(event) => setMonth(event.currentTarget.value)}
      />
      {data.list.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('assistant.usage_none')}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={520}>
          <Table striped verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('assistant.usage_person')}</Table.Th>
                <Table.Th>{t('assistant.voice_model')}</Table.Th>
                <Table.Th ta="right">{t('assistant.usage_asks')}</Table.Th>
                <Table.Th ta="right">{t('assistant.usage_tokens')}</Table.Th>
                <Table.Th ta="right">{t('assistant.usage_ratings')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.list.map((row) => (
                <Table.Tr key={`${row.userid}.${row.vendor}.${row.model}`}>
                  <Table.Td>{row.nickname}</Table.Td>
                  <Table.Td>
                    {VENDOR_NAMES[row.vendor as Vendor] ?? row.vendor} · {row.model}
                  </Table.Td>
                  <Table.Td ta="right">{number.format(row.asks)}</Table.Td>
                  <Table.Td ta="right">{number.format(row.input_tokens + row.output_tokens)}</Table.Td>
                  <Table.Td ta="right">
                    {row.likes} / {row.dislikes}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </>
  );
}
