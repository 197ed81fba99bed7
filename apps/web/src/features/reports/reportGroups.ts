import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { parseWire } from '#sync/time.ts';
import type { ListedReport } from './reports.actions.ts';

export interface ReportGroup {
  id: string;
  title: string;
  list: readonly ListedReport[];
}

/** Midnight before the Monday of this week, or of an earlier one, on the reader's clock. */
export function weekStart(weeksAgo = 0): Date {
  const now = nowDate();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - ((now.getDay() + 6) % 7) - 7 * weeksAgo);
}

/** Groups reports: those of `first` come first, the others by day and week. */
export function groupsOf(list: readonly ListedReport[], first: ReadonlySet<number>): ReportGroup[] {
  const now = nowDate();
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const starts = [
    { id: 'today', title: t('day.today'), from: today },
    { id: 'week', title: t('report.week_this'), from: weekStart() },
    { id: 'last', title: t('report.week_last'), from: weekStart(1) },
    { id: 'before', title: t('report.before'), from: new Date(0) },
  ];
  const placeOf = ({ id, at }: ListedReport) =>
    first.has(id) ? 'unread' : (starts.find(({ from }) => parseWire(at) >= from)?.id ?? 'before');
  const lists = Map.groupBy(list, placeOf);
  return [{ id: 'unread', title: t('report.unread') }, ...starts].flatMap(({ id, title }) => {
    const own = lists.get(id);
    return own ? [{ id, title, list: own }] : [];
  });
}
