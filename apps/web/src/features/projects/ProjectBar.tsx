import type { WireClock } from '@atrium/client/live/wireClock.ts';
import type { TaskFilter } from '@atrium/client/projects/taskFilter.ts';
import type { Column } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Checkbox, CloseButton, TextInput } from '@mantine/core';
import { IconLayoutKanban, IconList, IconSearch, IconTimelineEvent } from '@tabler/icons-react';
import { MessageText } from '#entities/message/text/MessageText.tsx';
import { t } from '#sync/language.ts';
import { Segments } from '#ui/fields/Segments.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { DropdownPopover } from '#ui/overlays/Dropdown.tsx';
import { PlainButton } from '#ui/PlainButton.tsx';
import { FilterBar } from './filter/FilterBar.tsx';
import classes from './ProjectBar.module.css';
import { ShownMenu } from './table/ShownMenu.tsx';
import { type ProjectView, VIEWS } from './useProjectView.ts';

interface Props {
  desc: string;
  hasFlow: boolean;
  columns: readonly Column[];
  tasks: readonly Task[];
  /** The number of tasks that are shown. */
  matches: number;
  clock: WireClock;
  view: ProjectView;
  onChange: (fields: Partial<ProjectView>) => void;
}

const ICONS = { board: IconLayoutKanban, table: IconList, timeline: IconTimelineEvent } as const;

/** The bar below a project's title: its description, filter and view. */
export function ProjectBar({ desc, hasFlow, columns, tasks, matches, clock, view, onChange }: Props) {
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
      <ShownMenu hasFlow={hasFlow} columns={columns} view={view} onChange={onChange} />
      <FilterBar tasks={tasks} matches={matches} clock={clock} view={view} onChange={onChange} />
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

/** The first words of a description; a click shows all of it, formatted. */
function Description({ desc }: { desc: string }) {
  if (!desc) return <span className={classes.desc} />;
  return (
    <DropdownPopover
      position="bottom-start"
      width={420}
      className={classes.whole}
      button={
        <PlainButton className={classes.desc} title={t('project.desc_show')}>
          {desc}
        </PlainButton>
      }
    >
      <MessageText text={desc} isMarkdown />
    </DropdownPopover>
  );
}
