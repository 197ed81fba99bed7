import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowRight,
  IconCircle,
  IconCircleCheck,
  IconCopy,
  IconFolderSymlink,
  IconLink,
  IconRepeat,
  IconShare3,
  IconStar,
  IconStarOff,
  IconTrash,
  IconUserShare,
} from '@tabler/icons-react';
import { useFavorite } from '#entities/favorite/useFavorite.ts';
import { sendTaskTo } from '#entities/message/menu/sendingTask.ts';
import { StatusItems } from '#entities/task/status/StatusItems.tsx';
import { useFlow } from '#entities/task/status/statuses.ts';
import classes from '#entities/task/TaskFields.module.css';
import { archive, changeTask, copyTaskLink, remove, toggleComplete, unarchive } from '#entities/task/task.actions.ts';
import { t } from '#sync/language.ts';
import { useRow } from '#sync/store/useStore.ts';
import { TASK_COLORS } from '#ui/palette.ts';
import { handOver, mayHandOver } from './handingOver.ts';
import { LoopItems } from './LoopItems.tsx';
import { moveOrCopy } from './movingTask.ts';

/** A submenu never covers the menu itself, which scrolls and would cut what is inside it at its edges. */
const BESIDE = { flip: true, shift: { padding: 8 } };

interface Props {
  task: Task;
  /** Opens the task. Undefined if it is open already. */
  onOpen?: (() => void) | undefined;
  /** Called after the task was removed. */
  onGone?: (() => void) | undefined;
}

/**
 * The actions for a task, for the dropdown of a menu. They are the same on every card, on every row and in the task.
 */
export function TaskMenu({ task, onOpen, onGone }: Props) {
  const isDone = Boolean(task.complete_at);
  const mayChange = !task.is_guest;
  const hasFlow = useFlow(task.project_id).length > 0;
  const project = useRow('project', task.project_id);
  const favorite = useFavorite('task', task.parent_id === 0 ? task.id : 0);
  const closeAndRun = (run: (task: Task) => void) => () => {
    run(task);
    onGone?.();
  };
  return (
    <>
      {onOpen && task.parent_id === 0 && (
        <Menu.Item leftSection={<IconArrowRight size={16} />} onClick={onOpen}>
          {t('action.open')}
        </Menu.Item>
      )}
      {mayChange && !task.archived_at && hasFlow && (
        <>
          <StatusItems task={task} />
          <Menu.Divider />
        </>
      )}
      {mayChange && !task.archived_at && !hasFlow && (
        <Menu.Item
          leftSection={isDone ? <IconCircle size={16} /> : <IconCircleCheck size={16} />}
          onClick={() => toggleComplete(task)}
        >
          {t(isDone ? 'task.mark_open' : 'task.mark_done')}
        </Menu.Item>
      )}
      {task.parent_id === 0 && (
        <Menu.Item
          leftSection={favorite.isOn ? <IconStarOff size={16} /> : <IconStar size={16} />}
          disabled={!favorite.isKnown}
          closeMenuOnClick
          onClick={favorite.toggle}
        >
          {t(favorite.isOn ? 'favorite.remove' : 'favorite.add')}
        </Menu.Item>
      )}
      {task.parent_id === 0 && (
        <Menu.Item leftSection={<IconShare3 size={16} />} onClick={() => sendTaskTo(task)}>
          {t('forward.task')}
        </Menu.Item>
      )}
      {task.parent_id === 0 && (
        <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copyTaskLink(task.id)}>
          {t('task.copy_link')}
        </Menu.Item>
      )}
      {mayChange && task.parent_id === 0 && task.archived_at && (
        <Menu.Item leftSection={<IconArchiveOff size={16} />} onClick={() => unarchive(task)}>
          {t('hidden_tasks.restore')}
        </Menu.Item>
      )}
      {mayChange && task.parent_id === 0 && isDone && !task.archived_at && (
        <Menu.Item leftSection={<IconArchive size={16} />} onClick={closeAndRun(archive)}>
          {t('task.archive')}
        </Menu.Item>
      )}
      {mayChange && task.parent_id === 0 && !task.archived_at && (
        <>
          <Menu.Item leftSection={<IconFolderSymlink size={16} />} onClick={() => moveOrCopy(task, 'move')}>
            {t('move.act_move')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => moveOrCopy(task, 'copy')}>
            {t('move.act_copy')}
          </Menu.Item>
          <Menu.Sub floatingStrategy="fixed" middlewares={BESIDE}>
            <Menu.Sub.Target>
              <Menu.Sub.Item leftSection={<IconRepeat size={16} />}>{t('task.loop')}</Menu.Sub.Item>
            </Menu.Sub.Target>
            <Menu.Sub.Dropdown>
              <LoopItems task={task} />
            </Menu.Sub.Dropdown>
          </Menu.Sub>
        </>
      )}
      {task.parent_id === 0 && mayHandOver(task, project?.owner === 1) && (
        <Menu.Item leftSection={<IconUserShare size={16} />} onClick={() => handOver(task)}>
          {t('handoff.title')}
        </Menu.Item>
      )}
      {mayChange && (
        <Menu.Item color="var(--red)" leftSection={<IconTrash size={16} />} onClick={closeAndRun(remove)}>
          {t('task.remove')}
        </Menu.Item>
      )}
      {mayChange && task.parent_id === 0 && (
        <>
          <Menu.Divider />
          <Menu.Label>{t('task.color')}</Menu.Label>
          <div className={classes.swatches}>
            {TASK_COLORS.map(({ name, value, accent }) => (
              <Menu.Item
                key={name}
                className={classes.swatch}
                aria-label={t(`color.name_${name}`)}
                aria-current={task.color === value || undefined}
                style={{ backgroundColor: accent || 'transparent' }}
                onClick={() => changeTask(task, { color: value })}
              />
            ))}
          </div>
        </>
      )}
    </>
  );
}
