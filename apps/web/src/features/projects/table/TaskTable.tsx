import { readQuickLine } from '@atrium/client/projects/quickAdd.ts';
import { type Section, sectionsOf, type TaskSort } from '@atrium/client/projects/taskFilter.ts';
import { columnsOf, ownParts, subtasksOf } from '@atrium/client/store/select.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronDown } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, useMemo, useState } from 'react';
import { VList } from 'virtua';
import { useQuickWords } from '#entities/task/quick/useQuickWords.ts';
import { useFlow } from '#entities/task/status/statuses.ts';
import { addSub } from '#entities/task/task.actions.ts';
import { addCard } from '#features/projects/board/board.actions.ts';
import { FIELDS, type Field, type ProjectView } from '#features/projects/useProjectView.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { AddLine } from './AddLine.tsx';
import classes from './TaskTable.module.css';
import { TaskTableRow } from './TaskTableRow.tsx';

interface Props {
  project: Project;
  /** The main tasks that match the filter. */
  tasks: readonly Task[];
  view: ProjectView;
  onChange: (fields: Partial<ProjectView>) => void;
  onTask: (taskId: number) => void;
}

const SECTIONS = ['mine', 'assist', 'open', 'completed'] as const;

const WIDTHS: Record<Field, string> = {
  status: 'minmax(0, 2.5fr)',
  column: 'minmax(0, 3fr)',
  priority: 'minmax(0, 3fr)',
  owners: 'minmax(0, 3fr)',
  due: 'minmax(96px, 3fr)',
};
/** The widths of the columns on a phone, which has no space for the others. */
const NARROW: Partial<Record<Field, string>> = { priority: '28px', due: '100px' };
const widthsOf = (unsaid: readonly Field[], widths: Partial<Record<Field, string>>) =>
  FIELDS.flatMap((field) => (unsaid.includes(field) ? [] : (widths[field] ?? []))).join(' ');

type Line =
  | { key: string; kind: 'section'; section: Section; count: number }
  | { key: string; kind: 'task'; task: Task; isSubtask: boolean }
  | { key: string; kind: 'add'; parent: Task | null };

/** A project's tasks as rows: grouped by the viewer's role, sorted, edited in place. */
export function TaskTable({ project, tasks, view, onChange, onTask }: Props) {
  const columns = useSelect(['column'], (store) => columnsOf(store, project.id), [project.id]);
  const words = useQuickWords(project.id);
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const lines = useSelect(['task'], (store) => linesOf(tasks, view, expanded, (id) => subtasksOf(store, id)), [
    tasks,
    view,
    expanded,
  ]);
  const isPhone = useIsPhone();
  const hasFlow = useFlow(project.id).length > 0;
  const unsaid = useMemo(
    (): readonly Field[] => (hasFlow && !isPhone ? view.unsaid : [...view.unsaid, 'status']),
    [hasFlow, isPhone, view.unsaid],
  );
  const isSaid = (field: Field) => !unsaid.includes(field);
  const parts = useSelect(['task'], ownParts, []);
  const toggle = (id: number) => {
    const next = new Set(expanded);
    if (!next.delete(id)) next.add(id);
    setExpanded(next);
  };
  const toggleSection = (section: Section) =>
    onChange({
      closed: view.closed.includes(section)
        ? view.closed.filter((each) => each !== section)
        : [...view.closed, section],
    });
  return (
    <div
      className={classes.table}
      style={{ '--wide': widthsOf(unsaid, WIDTHS), '--narrow': widthsOf(unsaid, NARROW) } as CSSProperties}
      role="group"
      aria-label={t('view.table_of', { name: project.name })}
    >
      <div className={classes.head}>
        <span className={classes.name}>{t('task.name')}</span>
        {isSaid('status') && <span className={classes.wide}>{t('flow.status')}</span>}
        {isSaid('column') && <span className={classes.wide}>{t('column.one')}</span>}
        {isSaid('priority') && (
          <SortHead
            by="priority"
            label={t('task.priority')}
            isQuiet
            sort={view.sort}
            onChange={(sort) => onChange({ sort })}
          />
        )}
        {isSaid('owners') && <span className={classes.wide}>{t('task.owners')}</span>}
        {isSaid('due') && (
          <SortHead by="due" label={t('due.on')} sort={view.sort} onChange={(sort) => onChange({ sort })} />
        )}
      </div>
      <div className={classes.body} role="presentation" onKeyDown={walk}>
        <VList style={{ height: '100%' }} itemSize={36}>
          {lines.map((line) => {
            if (line.kind === 'section') {
              const isClosed = view.closed.includes(line.section);
              return (
                <UnstyledButton
                  key={line.key}
                  className={classes.section}
                  aria-expanded={!isClosed}
                  onClick={() => toggleSection(line.section)}
                >
                  <IconChevronDown size={16} data-closed={isClosed || undefined} />
                  {t(`view.section_${line.section}`)}
                  <span className={classes.count}>{line.count}</span>
                </UnstyledButton>
              );
            }
            if (line.kind === 'add') {
              const first = columns[0];
              // A new task needs a column, which only the board can add.
              if (project.department_readonly || (!line.parent && !first)) return null;
              return (
                <AddLine
                  key={`${line.key} ${project.id}`}
                  projectId={project.id}
                  parentId={line.parent?.id ?? 0}
                  onAdd={(name, onRefused) => {
                    if (line.parent) addSub(line.parent, name, onRefused);
                    else if (first) addCard(first, readQuickLine(name, words, nowDate()), { onRefused });
                  }}
                />
              );
            }
            return (
              <TaskTableRow
                key={line.key}
                task={line.task}
                columns={columns}
                unsaid={unsaid}
                hasStatusBelow={isPhone && !view.unsaid.includes('status')}
                parts={parts.get(line.task.id) ?? 0}
                isSubtask={line.isSubtask}
                isExpanded={expanded.has(line.task.id)}
                onToggle={() => toggle(line.task.id)}
                onOpen={() => onTask(line.task.parent_id || line.task.id)}
              />
            );
          })}
        </VList>
      </div>
    </div>
  );
}

function linesOf(
  tasks: readonly Task[],
  view: ProjectView,
  expanded: ReadonlySet<number>,
  subtasks: (id: number) => Task[],
): Line[] {
  const sections = sectionsOf(tasks, view.sort);
  return SECTIONS.flatMap((section): Line[] => {
    const list = sections[section];
    if (list.length === 0 && section !== 'mine') return [];
    const head: Line = { key: section, kind: 'section', section, count: list.length };
    if (view.closed.includes(section)) return [head];
    const rows = list.flatMap((task): Line[] => [
      { key: `t${task.id}`, kind: 'task', task, isSubtask: false },
      ...(expanded.has(task.id)
        ? [
            ...subtasks(task.id).map((sub): Line => ({ key: `t${sub.id}`, kind: 'task', task: sub, isSubtask: true })),
            ...(task.complete_at ? [] : [{ key: `a${task.id}`, kind: 'add' as const, parent: task }]),
          ]
        : []),
    ]);
    return [head, ...rows, ...(section === 'mine' ? [{ key: 'add', kind: 'add' as const, parent: null }] : [])];
  });
}

/** Arrow keys move between rows; Enter opens one. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const own = event.target instanceof HTMLElement ? event.target : null;
  if (!own?.matches('[data-row]')) return;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  rows[rows.indexOf(own) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}

interface SortProps {
  by: TaskSort['by'];
  label: string;
  /** True on a phone, where the column is too narrow for its name. */
  isQuiet?: boolean;
  sort: TaskSort;
  onChange: (sort: TaskSort) => void;
}

function SortHead({ by, label, isQuiet = false, sort, onChange }: SortProps) {
  const isOn = sort.by === by;
  const Arrow = sort.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <span>
      <UnstyledButton
        className={classes.sort}
        aria-pressed={isOn}
        aria-label={t(isOn && !sort.isDescending ? 'view.sort_down' : 'view.sort_up', { name: label })}
        onClick={() => onChange({ by, isDescending: isOn ? !sort.isDescending : false })}
      >
        <span className={isQuiet ? classes.quiet : undefined}>{label}</span>
        {isOn && <Arrow size={14} stroke={1.75} />}
      </UnstyledButton>
    </span>
  );
}
