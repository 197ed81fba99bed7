import { useReportNews } from '#entities/report/news.ts';
import { usePages } from '#sync/store/usePages.ts';
import { type Filter, type ReportTab, readReports } from './reports.actions.ts';

export const useReports = (tab: ReportTab, filter: Filter) =>
  usePages(JSON.stringify([tab, filter]), useReportNews(), (page) => readReports(tab, filter, page));
