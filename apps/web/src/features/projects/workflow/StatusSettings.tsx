import type { FlowItem } from '@atrium/contract/projects/flows.ts';
import type { Column } from '@atrium/contract/projects/projects.ts';
import { Button, Group, Input, Radio, Select, Stack, Switch, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { statusColor } from '#entities/task/status/statuses.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { COLUMN_COLORS } from '#ui/palette.ts';
import classes from './Workflow.module.css';
import { type DraftStatus, MAX_STATUS_PEOPLE } from './workflowDraft.ts';

interface Props {
  item: DraftStatus;
  columns: readonly Column[];
  projectId: number;
  onChange: (fields: Partial<DraftStatus>) => void;
  onClose: () => void;
}

/** A status's people, who may move its tasks on, its column, and its color. */
export function StatusSettings({ item, columns, projectId, onChange, onClose }: Props) {
  const [isPicking, setPicking] = useState(false);
  const people = useUsers(item.userids);
  return (
    <Modal opened onClose={onClose} title={t('flow.settings_of', { name: item.name })} size={640}>
      <Stack gap="md">
        <Input.Wrapper
          label={t('flow.people')}
          labelElement="div"
          description={t('flow.people_hint', { number: MAX_STATUS_PEOPLE })}
        >
          <Group gap={8} mt={6}>
            {people.map((user, index) => (
              <UserAvatar key={user?.userid ?? index} user={user} size={32} withName />
            ))}
            <Button size="compact-sm" variant="light" onClick={() => setPicking(true)}>
              {t('flow.people_choose')}
            </Button>
          </Group>
        </Input.Wrapper>
        <Radio.Group
          label={t('flow.mode')}
          value={item.usertype}
          onChange={(usertype) => onChange({ usertype: usertype as FlowItem['usertype'] })}
        >
          <Stack gap={6} mt={6}>
            {(['add', 'replace', 'merge'] as const).map((mode) => (
              <Radio key={mode} value={mode} label={t(`flow.mode_${mode}`)} description={t(`flow.mode_${mode}_hint`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Switch
          label={t('flow.limit')}
          description={t('flow.limit_hint')}
          checked={item.userlimit}
          onChange={(event) => onChange({ userlimit: event.currentTarget.checked })}
        />
        <Select
          label={t('flow.column')}
          description={t('flow.column_hint')}
          placeholder={t('flow.column_none')}
          clearable
          value={item.columnid ? String(item.columnid) : null}
          data={columns.map((column) => ({ value: String(column.id), label: column.name }))}
          onChange={(value) => onChange({ columnid: Number(value ?? 0) })}
        />
        <Input.Wrapper label={t('task.color')} labelElement="div">
          <div className={classes.swatches} role="radiogroup" aria-label={t('task.color')}>
            {COLUMN_COLORS.map(({ name, value: color }) => (
              <UnstyledButton
                key={name}
                className={classes.swatch}
                role="radio"
                aria-checked={item.color === color}
                aria-label={color ? t(`color.name_${name}`) : t('flow.color_kind')}
                style={{ backgroundColor: statusColor({ status: item.status, color }) }}
                onClick={() => onChange({ color })}
              />
            ))}
          </div>
        </Input.Wrapper>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('action.done')}</Button>
        </Group>
      </Stack>
      {isPicking && (
        <UserPicker
          title={t('flow.people')}
          chosen={item.userids}
          max={MAX_STATUS_PEOPLE}
          projectId={projectId}
          onClose={() => setPicking(false)}
          onDone={(userids) => {
            setPicking(false);
            onChange({ userids });
          }}
        />
      )}
    </Modal>
  );
}
