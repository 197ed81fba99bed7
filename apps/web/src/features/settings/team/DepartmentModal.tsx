import type { Department } from '@atrium/contract/people/departments.ts';
import { Button, Group, Input, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { PickedPeople } from '#entities/user/PickedPeople.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { GroupSelect } from './GroupSelect.tsx';
import { saveDepartment, setDeputies } from './team.actions.ts';
import { inOrder, optionsOf } from './tree.ts';

interface Props {
  departments: readonly Department[];
  /** The department to change; without one, a new one is created below `parentId`. */
  department: Department | undefined;
  parentId: number;
  onClose: () => void;
  onDone: () => void;
}

export function DepartmentModal({ departments, department, parentId, onClose, onDone }: Props) {
  const isNarrow = useIsNarrow();
  const [name, setName] = useState(department?.name ?? '');
  const [parent, setParent] = useState(parentId);
  const [head, setHead] = useState<number[]>(department?.owner_userid ? [department.owner_userid] : []);
  const [deputies, setChosenDeputies] = useState<number[]>(department?.deputy_userids ?? []);
  const [group, setGroup] = useState<'new' | 'use'>('new');
  const [dialogId, setDialogId] = useState(0);
  const [picking, setPicking] = useState<'head' | 'deputies' | null>(null);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  // The department itself, everything below it, and the lowest level cannot be chosen.
  const below = new Set(department ? inOrder(departments, department.id).map((each) => each.department.id) : []);
  const high = new Set(
    inOrder(departments)
      .filter(({ level }) => level < 3)
      .map((each) => each.department.id),
  );
  const parents = departments.filter(({ id }) => id !== department?.id && !below.has(id));
  const asksGroup = !department?.dialog_id;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const [owner_userid] = head;
    if (!owner_userid) return setProblem(t('team.head_none'));
    setBusy(true);
    try {
      const saved = await saveDepartment({
        ...(department && { id: department.id }),
        name,
        ...(parent > 0 && { parent_id: parent }),
        owner_userid,
        ...(asksGroup && { dialog_group: group, ...(group === 'use' && { dialog_useid: dialogId }) }),
      });
      await setDeputies(
        saved.id,
        saved.deputy_userids,
        deputies.filter((userid) => userid !== owner_userid),
      );
      onDone();
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(department ? 'team.edit_department' : 'team.add_department')}
      fullScreen={isNarrow}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={t('team.name')}
            required
            maxLength={20}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label={t('team.parent')}
            allowDeselect={false}
            searchable
            value={String(parent)}
            data={[
              { value: '0', label: t('team.top') },
              ...optionsOf(parents).filter(({ value }) => high.has(Number(value))),
            ]}
            onChange={(value) => setParent(Number(value ?? 0))}
          />
          <Input.Wrapper label={t('team.head')} required labelElement="div">
            <Group gap="xs" mt={4}>
              {head.length > 0 && <PickedPeople userids={head} fixed={head} onRemove={() => setHead([])} />}
              <Button variant="default" size="compact-md" onClick={() => setPicking('head')}>
                {t('team.choose')}
              </Button>
            </Group>
          </Input.Wrapper>
          <Input.Wrapper label={t('team.deputies')} labelElement="div">
            <Group gap="xs" mt={4}>
              {deputies.length > 0 && (
                <PickedPeople
                  userids={deputies}
                  fixed={[]}
                  onRemove={(userid) => setChosenDeputies(deputies.filter((each) => each !== userid))}
                />
              )}
              <Button variant="default" size="compact-md" onClick={() => setPicking('deputies')}>
                {t('team.choose')}
              </Button>
            </Group>
          </Input.Wrapper>
          {asksGroup && (
            <Input.Wrapper label={t('team.group')} labelElement="div">
              <SegmentedControl
                fullWidth
                mt={4}
                value={group}
                onChange={(value) => setGroup(value as 'new' | 'use')}
                data={[
                  { value: 'new', label: t('team.group_new') },
                  { value: 'use', label: t('team.group_use') },
                ]}
              />
              {group === 'use' && <GroupSelect value={dialogId} onChange={setDialogId} />}
            </Input.Wrapper>
          )}
          <FormEnd problem={problem} onCancel={onClose} loading={isBusy}>
            {t('action.save')}
          </FormEnd>
        </Stack>
      </form>
      {picking && (
        <UserPicker
          title={t(picking === 'head' ? 'team.head' : 'team.deputies')}
          chosen={picking === 'head' ? head : deputies}
          disabled={picking === 'head' ? [] : head}
          max={picking === 'head' ? 1 : 50}
          onClose={() => setPicking(null)}
          onDone={(userids) => {
            if (picking === 'head') setHead(userids);
            else setChosenDeputies(userids);
            setPicking(null);
          }}
        />
      )}
    </Modal>
  );
}
