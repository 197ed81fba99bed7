import { FLOW_STATUSES, type FlowStatus } from '@atrium/contract/projects/flows.ts';
import { ActionIcon, Menu, NativeSelect, TextInput, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots, IconGripVertical, IconSettings, IconTrash } from '@tabler/icons-react';
import { statusColor } from '#entities/task/status/statuses.ts';
import { AvatarGroup, UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useSortable } from '#ui/lists/useSortable.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import classes from './Workflow.module.css';
import { type Draft, type DraftStatus, isConfigured } from './workflowDraft.ts';

interface Props {
  item: DraftStatus;
  draft: Draft;
  onActive: () => void;
  onChange: (fields: Partial<DraftStatus>) => void;
  onTurn: (to: number) => void;
  /** Moves a status to a position in the order. */
  onMove: (id: number, to: number) => void;
  onSettings: () => void;
  onRemove: () => void;
}

/** One status: its name, kind and transitions. Dragged by its handle, or moved by its menu. */
export function WorkflowRow({ item, draft, onActive, onChange, onTurn, onMove, onSettings, onRemove }: Props) {
  const { box, grip, gap, isDragging } = useSortable<HTMLLIElement>('status', item.id, (dragged, isAfter) => {
    const others = draft.filter((each) => each.id !== dragged);
    onMove(dragged, others.findIndex((each) => each.id === item.id) + (isAfter ? 1 : 0));
  });
  const place = draft.indexOf(item);
  const people = useUsers(item.userids);
  return (
    <li
      ref={box}
      className={classes.row}
      data-dragging={isDragging || undefined}
      data-gap={gap ?? undefined}
      onPointerEnter={onActive}
      onFocus={onActive}
    >
      <span ref={grip} className={classes.grip} title={t('flow.drag')}>
        <IconGripVertical size={18} stroke={1.75} aria-hidden="true" />
      </span>
      <TextInput
        size="sm"
        aria-label={t('flow.name')}
        maxLength={50}
        value={item.name}
        leftSection={
          <span
            style={{ width: 10, height: 10, borderRadius: '50%', backgroundColor: statusColor(item) }}
            aria-hidden="true"
          />
        }
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <NativeSelect
        size="sm"
        className={classes.kind}
        aria-label={t('flow.kind_of', { name: item.name })}
        value={item.status}
        data={FLOW_STATUSES.map((status) => ({ value: status, label: t(`flow.kind_${status}`) }))}
        onChange={(event) => onChange({ status: event.currentTarget.value as FlowStatus })}
      />
      <div className={classes.turns} role="group" aria-label={t('flow.turns_of', { name: item.name })}>
        {draft
          .filter((other) => other.id !== item.id)
          .map((other) => (
            <UnstyledButton
              key={other.id}
              className={classes.turn}
              role="checkbox"
              aria-checked={item.turns.includes(other.id)}
              onClick={() => onTurn(other.id)}
            >
              {other.name || '…'}
            </UnstyledButton>
          ))}
      </div>
      <div className={classes.tools}>
        {people.length > 0 && (
          <span className={classes.people}>
            <AvatarGroup>
              {people.map((user, index) => (
                <UserAvatar key={user?.userid ?? index} user={user} size={20} withName />
              ))}
            </AvatarGroup>
          </span>
        )}
        <ActionIcon
          aria-label={t('flow.settings_of', { name: item.name })}
          color={isConfigured(item) ? 'accent' : 'gray'}
          onClick={onSettings}
        >
          <IconSettings size={18} stroke={1.75} />
        </ActionIcon>
        <DropdownMenu
          position="bottom-end"
          button={
            <ActionIcon aria-label={t('flow.menu_of', { name: item.name })}>
              <IconDots size={18} stroke={1.75} />
            </ActionIcon>
          }
        >
          <Menu.Item
            leftSection={<IconArrowUp size={16} />}
            disabled={place === 0}
            onClick={() => onMove(item.id, place - 1)}
          >
            {t('flow.move_up')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown size={16} />}
            disabled={place === draft.length - 1}
            onClick={() => onMove(item.id, place + 1)}
          >
            {t('flow.move_down')}
          </Menu.Item>
          <Menu.Item color="var(--red)" leftSection={<IconTrash size={16} />} onClick={onRemove}>
            {t('flow.remove')}
          </Menu.Item>
        </DropdownMenu>
      </div>
    </li>
  );
}
