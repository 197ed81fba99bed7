import { mayAddProjects } from '#entities/project/mayAddProjects.ts';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';

interface Props {
  doneCount: number;
  /** True if nothing has been created anywhere yet. */
  isNew: boolean;
  onNewProject: () => void;
}

/** Shows new people where to begin, and others that everything is done. */
export function NothingOpen({ doneCount, isNew, onNewProject }: Props) {
  if (doneCount > 0) return <EmptyState drawing="done" text={t('dashboard.all_done', { count: doneCount })} />;
  if (!isNew) return <EmptyState drawing="done" text={t('dashboard.none')} />;
  return (
    <EmptyState
      drawing="board"
      text={t(mayAddProjects() ? 'dashboard.welcome' : 'dashboard.none')}
      {...(mayAddProjects() && { action: { label: t('dashboard.first_project'), run: onNewProject } })}
    />
  );
}
