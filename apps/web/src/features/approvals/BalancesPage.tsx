import type { LeaveBalance } from '@atrium/contract/approvals/absences.ts';
import { Button, Group, NumberInput, Select, Stack, Table, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { NotYet } from '#entities/form/Problem.tsx';
import { PeopleField } from '#entities/user/PeopleField.tsx';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { wordsOf } from '#sync/words.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { askFirst } from '#ui/overlays/ask.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { RowMenu } from '#ui/overlays/RowMenu.tsx';
import classes from './Approvals.module.css';
import { carryBalances, readBalances, saveBalances } from './approvals.actions.ts';
import { YearField } from './LeavePage.tsx';

type Types = readonly { id: string; label: string }[];
type Editing = { userids: readonly number[]; type: string; granted: number; carried: number } | null;

/** Days of leave by person, type and year, for administrators. */
export function BalancesPage({ onBack }: { onBack?: () => void }) {
  const [year, setYear] = useState(nowDate().getFullYear());
  const [type, setType] = useState('');
  const [editing, setEditing] = useState<Editing>(null);
  const [isCarrying, setCarrying] = useState(false);
  const { data, problem, again } = useRequest(() => readBalances(year), year);
  const shown = data?.list.filter((row) => !type || row.type === type) ?? [];
  const types = data?.types ?? [];
  const remove = async (row: LeaveBalance, name: string) => {
    const question = {
      title: t('approval.balance_remove'),
      text: t('approval.balance_remove_text', { name, type: row.label }),
      action: t('approval.balance_remove'),
    };
    if (!(await askFirst(question))) return;
    await saveBalances({ userids: [row.userid], type: row.type, year }).then(again, (error: unknown) =>
      notify(wordsOf(error), { kind: 'error' }),
    );
  };
  return (
    <>
      <ScreenHeader title={t('approval.balances')} {...(onBack && { back: { label: t('action.back'), run: onBack } })}>
        <YearField year={year} onChange={setYear} />
      </ScreenHeader>
      <div className={classes.scroll}>
        <div className={`${classes.paper} ${classes.wide}`}>
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {t('approval.balances_about')}
            </Text>
            <Group gap="sm">
              <Select
                aria-label={t('approval.leave_type')}
                placeholder={t('approval.types_all')}
                clearable
                value={type || null}
                data={types.map(({ id, label }) => ({ value: id, label }))}
                onChange={(value) => setType(value ?? '')}
              />
              <Button
                leftSection={<IconPlus size={16} stroke={1.75} />}
                disabled={types.length === 0}
                onClick={() => setEditing({ userids: [], type: type || (types[0]?.id ?? ''), granted: 0, carried: 0 })}
              >
                {t('approval.balance_set')}
              </Button>
              <Button variant="default" disabled={types.length === 0} onClick={() => setCarrying(true)}>
                {t('approval.carry')}
              </Button>
            </Group>
            {!data ? (
              <NotYet problem={problem} />
            ) : shown.length === 0 ? (
              <EmptyState
                drawing="people"
                text={t(types.length === 0 ? 'approval.no_types' : 'approval.no_balances_all')}
              />
            ) : (
              <div className={classes.tableBox}>
                <Table verticalSpacing="xs">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{t('approval.person')}</Table.Th>
                      <Table.Th>{t('approval.leave_type')}</Table.Th>
                      <Table.Th>{t('approval.granted')}</Table.Th>
                      <Table.Th>{t('approval.carried')}</Table.Th>
                      <Table.Th>{t('approval.used')}</Table.Th>
                      <Table.Th>{t('approval.left')}</Table.Th>
                      <Table.Th />
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {shown.map((row) => (
                      <Row
                        key={`${row.userid} ${row.type}`}
                        row={row}
                        onEdit={() => setEditing({ ...row, userids: [row.userid] })}
                        onRemove={(name) => void remove(row, name)}
                      />
                    ))}
                  </Table.Tbody>
                </Table>
              </div>
            )}
          </Stack>
        </div>
      </div>
      {editing && (
        <BalanceModal year={year} types={types} first={editing} onClose={() => setEditing(null)} onDone={again} />
      )}
      {isCarrying && <CarryModal year={year} types={types} onClose={() => setCarrying(false)} onDone={again} />}
    </>
  );
}

function Row({ row, onEdit, onRemove }: { row: LeaveBalance; onEdit: () => void; onRemove: (name: string) => void }) {
  const user = useUser(row.userid);
  const name = user?.nickname ?? '';
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <UserAvatar user={user} size={24} />
          {name}
        </Group>
      </Table.Td>
      <Table.Td>{row.label}</Table.Td>
      <Table.Td>{row.granted}</Table.Td>
      <Table.Td>{row.carried}</Table.Td>
      <Table.Td>{row.used}</Table.Td>
      <Table.Td fw={600} {...(row.left < 0 && { c: 'red' })}>
        {row.left}
      </Table.Td>
      <Table.Td>
        <RowMenu
          label={t('approval.balance_menu', { name })}
          commands={[
            { id: 'edit', label: t('action.edit'), run: onEdit },
            { id: 'remove', label: t('approval.balance_remove'), run: () => onRemove(name) },
          ]}
        />
      </Table.Td>
    </Table.Tr>
  );
}

interface ModalProps {
  year: number;
  types: Types;
  onClose: () => void;
  onDone: () => void;
}

/** Runs a change and closes the modal, or shows the error in it. */
function useSaving({ onClose, onDone }: Pick<ModalProps, 'onClose' | 'onDone'>) {
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const save = async (change: Promise<{ changed: number }>) => {
    setBusy(true);
    setProblem('');
    try {
      await change;
      notify(t('approval.balances_saved'));
      onDone();
      onClose();
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };
  return { problem, isBusy, save };
}

function BalanceModal({ year, types, first, ...on }: ModalProps & { first: NonNullable<Editing> }) {
  const [userids, setUserids] = useState(first.userids);
  const [type, setType] = useState(first.type);
  const [granted, setGranted] = useState(first.granted);
  const [carried, setCarried] = useState(first.carried);
  const { problem, isBusy, save } = useSaving(on);
  return (
    <Modal opened onClose={on.onClose} title={t('approval.balance_set')} size={460}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save(saveBalances({ userids: [...userids], type, year, granted, carried }));
        }}
      >
        <Stack gap="md">
          <PeopleField label={t('approval.people')} userids={userids} max={1000} onChange={setUserids} />
          <TypeField types={types} type={type} onChange={setType} />
          <DaysField label={t('approval.granted')} days={granted} onChange={setGranted} />
          <DaysField label={t('approval.carried')} days={carried} onChange={setCarried} />
          <FormEnd problem={problem} loading={isBusy} disabled={userids.length === 0 || !type} onCancel={on.onClose}>
            {t('action.save')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}

function CarryModal({ year, types, ...on }: ModalProps) {
  const [type, setType] = useState(types[0]?.id ?? '');
  const [most, setMost] = useState(5);
  const { problem, isBusy, save } = useSaving(on);
  return (
    <Modal opened onClose={on.onClose} title={t('approval.carry')} size={440}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save(carryBalances({ type, year, most }));
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('approval.carry_about', { from: year - 1, to: year })}
          </Text>
          <TypeField types={types} type={type} onChange={setType} />
          <DaysField label={t('approval.carry_most')} days={most} onChange={setMost} />
          <FormEnd problem={problem} loading={isBusy} disabled={!type} onCancel={on.onClose}>
            {t('approval.carry')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}

const TypeField = ({ types, type, onChange }: { types: Types; type: string; onChange: (type: string) => void }) => (
  <Select
    label={t('approval.leave_type')}
    allowDeselect={false}
    value={type}
    data={types.map(({ id, label }) => ({ value: id, label }))}
    onChange={(value) => onChange(value ?? '')}
  />
);

const DaysField = ({ label, days, onChange }: { label: string; days: number; onChange: (days: number) => void }) => (
  <NumberInput
    label={label}
    min={0}
    max={1000}
    step={0.5}
    decimalScale={1}
    value={days}
    onChange={(value) => onChange(Number(value) || 0)}
  />
);
