import { Button } from '@mantine/core';
import classes from '#features/projects/ProjectScreen.module.css';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';

interface Props {
  /** True if the notice is above the content, and does not replace it. */
  isLine?: boolean;
  onUnfilter: () => void;
}

/** The notice that the filter hides all tasks. */
export function NoMatchingTasks({ isLine = false, onUnfilter }: Props) {
  const [text, label] = [t('view.no_match'), t('view.show_everything')];
  if (!isLine) return <EmptyState drawing="board" text={text} action={{ label, run: onUnfilter }} />;
  return (
    <div className={classes.nothing} role="status">
      {text}
      <Button size="compact-sm" variant="light" onClick={onUnfilter}>
        {label}
      </Button>
    </div>
  );
}
