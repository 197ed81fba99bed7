import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { usePageTitle } from '#ui/layout/usePageTitle.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ViewerBody } from './ViewerBody.tsx';
import type { ViewedFile } from './viewedFile.ts';

/** A file in a window of its own. */
export function SingleViewer({ load, mark }: { load: () => Promise<ViewedFile>; mark: string }) {
  const { data, problem, again } = useRequest(load, mark);
  usePageTitle(data?.file.name ?? '');
  if (problem) return <EmptyState drawing="lost" text={problem} action={{ label: t('action.retry'), run: again }} />;
  if (!data) return <LoadingPlaceholder label={t('state.loading')} />;
  return <ViewerBody list={[data]} first={data.id} />;
}
