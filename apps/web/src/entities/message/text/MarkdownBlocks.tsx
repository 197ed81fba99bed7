import { type Block, splitBlocks } from '@atrium/richtext/html/blocks.ts';
import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { t } from '#sync/language.ts';
import classes from './MarkdownBlocks.module.css';

type Tasks = Extract<Block, { kind: 'tasks' }>;
/** The action for a list of proposed tasks; null if tasks cannot be created here. */
export type TaskListAction = (list: Tasks) => { label: string; run: () => void } | null;

interface Props {
  text: string;
  words: (text: string) => ReactNode;
  actionOf?: TaskListAction | undefined;
}

/** A Markdown message with its reasoning collapsed and its proposed tasks as a list. */
export function MarkdownBlocks({ text, words, actionOf }: Props) {
  const blocks = useMemo(() => splitBlocks(text), [text]);
  const parts = blocks.map((block, index) => {
    // The index is part of the key, because blocks have no ids. They only grow at the end.
    const key = `${index}${block.kind}`;
    switch (block.kind) {
      case 'text':
        return <div key={key}>{words(block.text)}</div>;
      case 'reasoning':
        return (
          <details key={key} className={classes.reasoning}>
            <summary>{t(block.isOpen ? 'word.thinking' : 'message.reasoning')}</summary>
            {words(block.text)}
          </details>
        );
      case 'tasks':
        return <TaskList key={key} list={block} action={actionOf?.(block) ?? null} />;
    }
  });
  return <div data-blocks>{parts}</div>;
}

function TaskList({ list, action }: { list: Tasks; action: ReturnType<TaskListAction> }) {
  return (
    <section className={classes.tasks} aria-label={t(list.isSub ? 'tasklist.subtasks' : 'tasklist.tasks')}>
      <Text size="xs" fw={600} c="dimmed">
        {t(list.isSub ? 'tasklist.subtasks' : 'tasklist.tasks')}
      </Text>
      <ol>
        {list.tasks.map((task, index) => (
          // The index is part of the key, because titles may repeat. The list does not change.
          <li key={`${index}${task.title}`}>
            {task.title}
            {task.desc && <small>{task.desc}</small>}
          </li>
        ))}
      </ol>
      <Group gap="xs">
        {list.isApplied && <span className={classes.applied}>✓ {t('tasklist.applied')}</span>}
        {!list.isApplied && action && (
          <Button size="compact-sm" variant="light" onClick={action.run}>
            {action.label}
          </Button>
        )}
      </Group>
    </section>
  );
}
