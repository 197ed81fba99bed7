import type { WireClock } from '@atrium/client/live/wireClock.ts';
import { choicesOf, isNarrow, KINDS, type TaskFilter } from '@atrium/client/projects/taskFilter.ts';
import { decodeStatus } from '@atrium/contract/projects/flows.ts';
import type { Column } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { ActionIcon, Button, Checkbox, CloseButton, Menu, TextInput, UnstyledButton } from '@mantine/core';
import {
  IconFilter,
  IconLayoutKanban,
  IconList,
  IconSearch,
  IconTag,
  IconTimelineEvent,
  IconX,
} from '@tabler/icons-react';
import { MessageText } from '#entities/message/text/MessageText.tsx';
import { statusColor } from '#entities/task/status/statuses.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { Segments } from '#ui/fields/Segments.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { DropMenu, DropPopover } from '#ui/overlays/Drop.tsx';
import classes from './ProjectBar.module.css';
import { ShownMenu } from './table/ShownMenu.tsx';
import { type ProjectView, VIEWS } from './useProjectView.ts';

interface Props {
  desc: string;
  columns: readonly Column[];
  tasks: readonly Task[];
  clock: WireClock;
  view: ProjectView;
  onChange: (fields: Partial<ProjectView>) => void;
}

const ICONS = { board: IconLayoutKanban, table: IconList, timeline: IconTimelineEvent } as const;

/** Below a project's title: its description, filter and view. */
export function ProjectBar({ desc, columns, tasks, clock, view, onChange }: Props) {
  const isPhone = useIsPhone();
  const { filter } = view;
  const completed = tasks.reduce((count, task) => count + Number(Boolean(task.complete_at)), 0);
  const set = (fields: Partial<TaskFilter>) => onChange({ filter: { ...filter, ...fields } });
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('view.toolbar')}>
      {!isPhone && <Description desc={desc} />}
      <TextInput
        size="xs"
        type="search"
        className={classes.search}
        data-on={filter.text !== '' || undefined}
        aria-label={t('view.search')}
        placeholder={t('view.search')}
        leftSection={<IconSearch size={14} stroke={1.75} />}
        rightSection={
          filter.text && <CloseButton size="xs" aria-label={t('action.clear')} onClick={() => set({ text: '' })} />
        }
        value={filter.text}
        onChange={(event) => set({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') set({ text: '' });
          event.stopPropagation();
        }}
      />
      <ShownMenu columns={columns} view={view} onChange={onChange} />
      <FilterMenu filter={filter} tasks={tasks} clock={clock} onSet={set} />
      {completed > 0 && !isPhone && (
        <Checkbox
          size="xs"
          label={t('view.completed', { number: completed })}
          checked={filter.withCompleted}
          onChange={(event) => set({ withCompleted: event.currentTarget.checked })}
        />
      )}
      <Segments
        aria-label={t('view.kind')}
        value={view.kind}
        onChange={(kind) => onChange({ kind })}
        data={VIEWS.map((kind) => {
          const Icon = ICONS[kind];
          return {
            value: kind,
            label: (
              <span className={classes.kind}>
                <Icon size={16} stroke={1.75} aria-hidden="true" />
                <span className={isPhone ? 'visually-hidden' : undefined}>{t(`view.${kind}`)}</span>
              </span>
            ),
          };
        })}
      />
    </div>
  );
}

/** Its first words; a click shows all, formatted. */
function Description({ desc }: { desc: string }) {
  if (!desc) return <span className={classes.desc} />;
  return (
    <DropPopover
      position="bottom-start"
      width={420}
      className={classes.whole}
      button={
        <UnstyledButton className={classes.desc} title={t('project.desc_show')}>
          {desc}
        </UnstyledButton>
      }
    >
      <MessageText text={desc} isMarkdown />
    </DropPopover>
  );
}

interface FilterProps {
  filter: TaskFilter;
  tasks: readonly Task[];
  clock: WireClock;
  onSet: (fields: Partial<TaskFilter>) => void;
}

function statusNamed(tasks: readonly Task[], id: number): string {
  const task = id ? tasks.find((each) => each.flow_item_id === id) : undefined;
  return task ? decodeStatus(task.flow_item_name).name : '';
}

const none = { kind: 'all', userid: 0, tag: '', status: 0 } as const;

function FilterMenu({ filter, tasks, clock, onSet }: FilterProps) {
  const person = useUser(filter.userid);
  const isOn = isNarrow({ ...filter, text: '' });
  const label =
    filter.userid > 0
      ? (person?.nickname ?? '')
      : statusNamed(tasks, filter.status) || filter.tag || (filter.kind !== 'all' && t(`view.kind_${filter.kind}`));
  return (
    <div className={classes.filter}>
      <DropMenu
        position="bottom-end"
        width={260}
        className={classes.choices}
        button={
          <Button
            size="compact-sm"
            variant={isOn ? 'light' : 'default'}
            leftSection={<IconFilter size={14} stroke={1.75} />}
          >
            {label || t('view.filter')}
          </Button>
        }
      >
        <Choices filter={filter} tasks={tasks} clock={clock} onSet={onSet} />
      </DropMenu>
      {isOn && (
        <ActionIcon size="sm" aria-label={t('view.unfilter')} onClick={() => onSet(none)}>
          <IconX size={14} stroke={1.75} />
        </ActionIcon>
      )}
    </div>
  );
}

/** Counted when the menu opens: on a large board it takes as long as drawing it. */
function Choices({ filter, tasks, clock, onSet }: FilterProps) {
  const me = useMe();
  const isPhone = useIsPhone();
  const choices = choicesOf(tasks, me, clock);
  return (
    <>
      {KINDS.map((kind) => (
        <Menu.Item
          key={kind}
          rightSection={<span className={classes.count}>{choices.kinds[kind]}</span>}
          onClick={() => onSet({ ...none, kind })}
        >
          {t(`view.kind_${kind}`)}
        </Menu.Item>
      ))}
      {/* Beside the menu there is no room for it on a phone. */}
      {isPhone && choices.completed > 0 && (
        <Menu.CheckboxItem
          checked={filter.withCompleted}
          closeMenuOnClick={false}
          onChange={(withCompleted) => onSet({ withCompleted })}
        >
          {t('view.completed', { number: choices.completed })}
        </Menu.CheckboxItem>
      )}
      {choices.statuses.length > 0 && <Menu.Label>{t('flow.status')}</Menu.Label>}
      {choices.statuses.map((status) => (
        <Menu.Item
          key={status.id}
          leftSection={<span className={classes.dot} style={{ backgroundColor: statusColor(status) }} />}
          rightSection={<span className={classes.count}>{status.count}</span>}
          onClick={() => onSet({ ...none, status: status.id })}
        >
          {status.name}
        </Menu.Item>
      ))}
      {choices.people.length > 0 && <Menu.Label>{t('view.people')}</Menu.Label>}
      {choices.people.map(({ userid, count }) => (
        <PersonChoice key={userid} userid={userid} count={count} onClick={() => onSet({ ...none, userid })} />
      ))}
      {choices.tags.length > 0 && <Menu.Label>{t('task.tags')}</Menu.Label>}
      {choices.tags.map((tag) => (
        <Menu.Item
          key={tag.name}
          leftSection={<IconTag size={14} {...(tag.color && { color: tag.color })} />}
          rightSection={<span className={classes.count}>{tag.count}</span>}
          onClick={() => onSet({ ...none, tag: tag.name })}
        >
          {tag.name}
        </Menu.Item>
      ))}
    </>
  );
}

function PersonChoice({ userid, count, onClick }: { userid: number; count: number; onClick: () => void }) {
  const user = useUser(userid);
  return (
    <Menu.Item
      leftSection={<UserAvatar user={user} size={20} />}
      rightSection={<span className={classes.count}>{count}</span>}
      onClick={onClick}
    >
      {user?.nickname ?? `#${userid}`}
    </Menu.Item>
  );
}
