import type { ChainMsg } from '@atrium/contract/chat/messages.ts';
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { type ChainLine, sendChain } from './poll.actions.ts';

interface Props {
  dialogId: number;
  /** The list to join; without it a new one is created. */
  chain?: ChainMsg | undefined;
  onClose: () => void;
}

type Row = ChainLine & { key: number; isMine: boolean };
/** Negative ids for new entries, because sent entries have ids of their own. */
let serial = 0;
const empty = (type = 'text', text = ''): Row => ({ key: --serial, id: 0, type, text, isMine: true });

/** One's entries in a sign-up list, below those of others. Unsent ones are restored. */
export function ChainModal({ dialogId, chain, onClose }: Props) {
  const me = useMe();
  const self = useUser(me);
  const author = useUser(chain?.createid ?? 0);
  const isPhone = useIsPhone();
  const [kept, keep, done] = useStoredInput(`chain_${dialogId}_${chain?.uuid ?? ''}`, {
    text: chain?.text ?? t('chain.prefix'),
    mine: [
      ...(chain ? chain.list.filter((line) => line.userid === me) : [{ id: 0, type: 'case', text: '' }]),
      { id: 0, type: 'text', text: self?.nickname ?? '' },
    ].map(({ id, type, text: words }): ChainLine => ({ id, type, text: words })),
  });
  const { text } = kept;
  const setText = (words: string) => keep({ ...kept, text: words });
  const [rows, showRows] = useState<readonly Row[]>(() => [
    // Entries of others are current; the person's own edits are restored.
    ...(chain?.list ?? []).map((line): Row => {
      const own = line.userid === me ? kept.mine.find(({ id }) => id === line.id) : undefined;
      return { ...line, text: own?.text ?? line.text, key: line.id, isMine: line.userid === me };
    }),
    ...kept.mine.filter(({ id }) => id === 0).map(({ type, text: words }) => empty(type, words)),
  ]);
  const setRows = (next: readonly Row[]) => {
    showRows(next);
    const mine = next.filter((row) => row.isMine).map(({ id, type, text: words }) => ({ id, type, text: words }));
    keep({ ...kept, mine });
  };
  const mine = rows.filter((row) => row.isMine && row.text.trim() !== '');
  const isReady = text.trim() !== '' && mine.some((row) => row.type !== 'case');
  const write = (key: number, value: string) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, text: value } : row)));
  const submit = () => {
    if (!isReady) return;
    const lines = mine.map(({ id, type, text: words }) => ({ id, type, text: words.trim() }));
    sendChain(dialogId, { text: text.trim(), ...(chain && { uuid: chain.uuid }) }, lines);
    done();
    onClose();
  };
  const others = new Set(rows.filter((row) => row.type !== 'case' && row.id > 0).map((row) => row.id));
  return (
    <Modal opened onClose={onClose} title={t(chain ? 'chain.join_title' : 'chain.new')} size={480} fullScreen={isPhone}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          {chain && (
            <Text size="sm" c="dimmed">
              {t('chain.by', { name: author?.nickname ?? '' })} · {t('chain.lines', { count: others.size })}
            </Text>
          )}
          <TextInput
            label={t('chain.topic')}
            value={text}
            maxLength={2000}
            readOnly={chain !== undefined}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Stack gap="xs">
            {rows.map((row, index) => (
              <Group key={row.key} gap="xs" wrap="nowrap">
                <TextInput
                  flex={1}
                  label={row.type === 'case' ? t('chain.example') : undefined}
                  aria-label={
                    row.type === 'case' ? t('chain.example') : t('chain.line', { number: lineNumber(rows, index) })
                  }
                  placeholder={row.type === 'case' ? t('chain.example_hint') : undefined}
                  leftSection={
                    row.type === 'case' ? undefined : (
                      <small style={{ color: 'var(--ink-2)' }}>{lineNumber(rows, index)}.</small>
                    )
                  }
                  value={row.text}
                  maxLength={500}
                  disabled={!row.isMine}
                  data-autofocus={(row.isMine && index === rows.length - 1) || undefined}
                  onChange={(event) => write(row.key, event.currentTarget.value)}
                />
                {row.id === 0 && row.type !== 'case' && (
                  <ActionIcon
                    aria-label={t('chain.line_remove', { number: lineNumber(rows, index) })}
                    onClick={() => setRows(rows.filter((each) => each.key !== row.key))}
                  >
                    <IconX size={16} stroke={1.75} />
                  </ActionIcon>
                )}
              </Group>
            ))}
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={16} />}
              onClick={() => setRows([...rows, empty()])}
            >
              {t('chain.line_add')}
            </Button>
          </Stack>
          <FormEnd onCancel={onClose} disabled={!isReady}>
            {t('composer.send')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}

const lineNumber = (rows: readonly Row[], index: number) =>
  rows.slice(0, index + 1).filter((row) => row.type !== 'case').length;
