import { AREAS, type Area, type Scope } from '@atrium/contract/scopes.ts';
import { Button, Checkbox, Group, NativeSelect, Stack, Table, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CopyLine } from '#entities/form/CopyLine.tsx';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { me } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { addToken } from './tokens.actions.ts';

interface Props {
  onClose: () => void;
  /** Called when a token was made; the modal shows it until it is closed. */
  onMade: () => void;
}

const DAYS = [7, 30, 90, 365, 0];

/** Asks for a new token's name, end and scopes; then shows its text, once. */
export function TokenModal({ onClose, onMade }: Props) {
  const isNarrow = useIsNarrow();
  const [name, setName] = useState('');
  const [days, setDays] = useState(90);
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      setToken(await addToken({ name: name.trim(), days, scopes: [...scopes] }));
      onMade();
    } catch (error) {
      setProblem(wordsOf(error));
    }
    setBusy(false);
  };
  return (
    <Modal opened onClose={onClose} title={token ? name : t('tokens.add')} fullScreen={isNarrow}>
      {token ? (
        <Stack gap="md">
          <CopyLine id="access-token" label={name} hint={t('tokens.keep')} words={token} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('tokens.done')}</Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={(event) => void submit(event)}>
          <Stack gap="md">
            <TextInput
              data-autofocus
              label={t('tokens.name')}
              required
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <NativeSelect
              label={t('tokens.expires_after')}
              value={String(days)}
              data={DAYS.map((each) => ({
                value: String(each),
                label: each ? t('tokens.days_count', { count: each }) : t('tokens.never'),
              }))}
              onChange={(event) => setDays(Number(event.currentTarget.value))}
            />
            <ScopeTable scopes={scopes} onChange={setScopes} />
            <FormEnd problem={problem} onCancel={onClose} loading={isBusy} disabled={scopes.length === 0}>
              {t('tokens.create')}
            </FormEnd>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

interface ScopeProps {
  scopes: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
}
function ScopeTable({ scopes, onChange }: ScopeProps) {
  const isAdmin = me()?.identity.includes('admin') ?? false;
  const areas = AREAS.filter((area) => area !== 'admin' || isAdmin);
  const set = (area: Area, kind: 'read' | 'write', isOn: boolean) => {
    const others = scopes.filter((each) => each !== `${area}:${kind}`);
    onChange(isOn ? [...others, `${area}:${kind}`] : others);
  };
  return (
    <Table verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('tokens.scopes')}</Table.Th>
          <Table.Th>{t('tokens.read')}</Table.Th>
          <Table.Th>{t('tokens.write')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {areas.map((area) => {
          const writes = scopes.includes(`${area}:write`);
          return (
            <Table.Tr key={area}>
              <Table.Td>{t(`tokens.area_${area}`)}</Table.Td>
              <Table.Td>
                <Checkbox
                  aria-label={`${t(`tokens.area_${area}`)}: ${t('tokens.read')}`}
                  checked={writes || scopes.includes(`${area}:read`)}
                  disabled={writes}
                  onChange={(event) => set(area, 'read', event.currentTarget.checked)}
                />
              </Table.Td>
              <Table.Td>
                <Checkbox
                  aria-label={`${t(`tokens.area_${area}`)}: ${t('tokens.write')}`}
                  checked={writes}
                  onChange={(event) => set(area, 'write', event.currentTarget.checked)}
                />
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
