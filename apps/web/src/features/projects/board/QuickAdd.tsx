import type { Column } from '@atrium/contract/projects/projects.ts';
import { TASK_NAME_CHARS } from '@atrium/contract/projects/tasks.ts';
import { ActionIcon, Button, Menu, Textarea } from '@mantine/core';
import { IconForms, IconTemplate } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTemplates } from '#entities/task/menu/useTemplates.ts';
import { QuickTaskPreview } from '#entities/task/quick/QuickTaskPreview.tsx';
import { t } from '#sync/language.ts';
import { isComposing } from '#ui/keys/composing.ts';
import classes from './Board.module.css';
import { QuickChoices } from './QuickChoices.tsx';
import { useQuickAdd } from './useQuickAdd.ts';

interface Props {
  column: Column;
  /** True to add at the end of the open tasks, instead of their head. */
  isAtEnd?: boolean;
  onClose: () => void;
}

/**
 * A field for a new task: Enter adds it, and the field stays open for the next one. Escape, or leaving it empty, closes
 * it; a draft is stored.
 */
export function QuickAdd({ column, isAtEnd = false, onClose }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const quick = useQuickAdd({ column, isAtEnd, onClose });
  const { list, task } = quick;
  const { templates } = useTemplates(column.project_id);
  return (
    <div className={classes.quick} ref={frame}>
      <Textarea
        ref={quick.box}
        aria-label={t('task.quick_add', { name: column.name })}
        placeholder={t('task.quick_placeholder')}
        autosize
        minRows={1}
        autoFocus
        maxLength={TASK_NAME_CHARS}
        value={quick.name}
        onChange={(event) => quick.change(event.currentTarget.value, event.currentTarget.selectionStart)}
        onSelect={(event) => quick.setCaret(event.currentTarget.selectionStart)}
        aria-autocomplete="list"
        aria-controls={list.id}
        {...(list.choices.length > 0 && { 'aria-activedescendant': `${list.id}-${list.at}` })}
        onBlur={(event) => !quick.name.trim() && !frame.current?.contains(event.relatedTarget) && onClose()}
        rightSection={
          templates &&
          templates.length > 0 && (
            <Menu position="bottom-end" withinPortal={false}>
              <Menu.Target>
                <ActionIcon aria-label={t('template.use')}>
                  <IconTemplate size={16} stroke={1.75} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {templates.map((each) => (
                  <Menu.Item key={each.id} onClick={() => quick.applyTemplate(each)}>
                    {each.name}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )
        }
        onKeyDown={(event) => {
          event.stopPropagation();
          if (isComposing(event) || list.onKey(event)) return;
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            quick.add();
          }
          if (event.key === 'Escape') onClose();
        }}
      />
      <QuickChoices list={list} onChoose={quick.choose} />
      <div className={classes.quickTools}>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconForms size={14} />}
          onClick={quick.openForm}
        >
          {t('task.all_fields')}
        </Button>
        <div role="group" aria-label={t('task.priority')} className={classes.levels}>
          {quick.priorities.map((each) => (
            <button
              key={each.priority}
              type="button"
              className={classes.level}
              style={{ color: each.color }}
              title={each.name}
              aria-label={each.name}
              aria-pressed={task.priority?.priority === each.priority}
              onClick={() => quick.toggleLevel(each.priority)}
            />
          ))}
        </div>
      </div>
      {quick.line ? (
        <QuickTaskPreview task={task} template={quick.template?.name ?? ''} />
      ) : (
        <p className={classes.hint}>{t('task.quick_hint')}</p>
      )}
    </div>
  );
}
