import { requestMeeting } from '#entities/meeting/meeting.ts';
import { newTask } from '#entities/task/newTask.ts';
import { labelOf, pathOf, settingsPlaces } from '#features/settings/pages.ts';
import { t } from '#sync/language.ts';
import type { Command } from '#ui/keys/commands.ts';

export interface CommandContext {
  goTo(path: string): void;
  open(what: 'project' | 'group' | 'help' | 'shortcuts' | 'search' | 'palette' | 'unsent' | 'reminder'): void;
  setTheme(theme: 'auto' | 'light' | 'dark'): void;
  signOut(): void;
  isAdmin: boolean;
  mayAddProjects: boolean;
  mayMeet: boolean;
  hasCheckin: boolean;
  /** The project on the screen; 0 if none. */
  projectHere: () => number;
}

/** The commands of every screen. Icons are the palette's, which is loaded when it opens. */
export function globalCommands(on: CommandContext): Command[] {
  const go = (path: string) => () => on.goTo(path);
  return [
    { id: 'search', label: t('search.everywhere'), keys: '/', opensField: true, run: () => on.open('search') },
    { id: 'dashboard', label: t('nav.dashboard'), keys: 'g d', run: go('/manage/dashboard') },
    { id: 'inbox', label: t('inbox.title'), keys: 'g i', run: go('/manage/inbox') },
    { id: 'calendar', label: t('nav.calendar'), keys: 'g k', run: go('/manage/calendar') },
    { id: 'messenger', label: t('nav.messenger'), keys: 'g m', run: go('/manage/messenger') },
    { id: 'contacts', label: t('contacts.title'), keys: 'g c', run: go('/manage/messenger/contacts') },
    { id: 'files', label: t('drive.title'), keys: 'g l', run: go('/manage/file') },
    { id: 'favorites', label: t('favorite.title'), keys: 'g f', run: go('/manage/favorite') },
    { id: 'reports', label: t('report.title'), keys: 'g r', run: go('/manage/report') },
    { id: 'report-daily', label: t('command.report_daily'), run: go('/manage/report/daily') },
    { id: 'report-weekly', label: t('command.report_weekly'), run: go('/manage/report/weekly') },
    { id: 'year', label: t('year.title'), run: go('/manage/year') },
    { id: 'approvals', label: t('approval.title'), keys: 'g a', run: go('/manage/approve') },
    { id: 'approval-new', label: t('approval.new'), run: go('/manage/approve/new') },
    { id: 'projects', label: t('nav.projects'), keys: 'g p', run: go('/manage/project') },
    { id: 'settings', label: t('nav.settings'), keys: 'g s', alsoKeys: [','], run: go('/manage/setting') },
    {
      id: 'new-task',
      label: t('task.new'),
      keys: 'n',
      alsoKeys: ['k'],
      opensField: true,
      run: () => newTask({ projectId: on.projectHere() }),
    },
    ...(on.mayAddProjects
      ? [
          {
            id: 'new-project',
            label: t('project.new'),
            keys: 'b',
            alsoKeys: ['Mod+b'],
            opensField: true,
            run: () => on.open('project'),
          },
        ]
      : []),
    { id: 'new-group', label: t('group.new'), keys: 'u', opensField: true, run: () => on.open('group') },
    ...(on.mayMeet
      ? [
          {
            id: 'new-meeting',
            label: t('meeting.new'),
            keys: 'j',
            opensField: true,
            run: () => requestMeeting({ kind: 'create' }),
          },
          {
            id: 'join-meeting',
            label: t('meeting.join'),
            opensField: true,
            run: () => requestMeeting({ kind: 'join' }),
          },
        ]
      : []),
    { id: 'help', label: t('help.title'), keys: '?', opensField: true, run: () => on.open('help') },
    { id: 'shortcuts', label: t('shortcuts.title'), run: () => on.open('shortcuts') },
    { id: 'remind', label: t('palette.remind'), run: () => on.open('reminder') },
    { id: 'unsent', label: t('unsent.title'), run: () => on.open('unsent') },
    ...settingsPlaces(on).map((place) => ({
      id: `setting-${place}`,
      label: t('command.setting', { name: labelOf(place) }),
      run: go(pathOf(place)),
    })),
    ...(['auto', 'light', 'dark'] as const).map((theme) => ({
      id: `theme-${theme}`,
      label: t('command.theme', { name: t(`theme.${theme}`) }),
      run: () => on.setTheme(theme),
    })),
    { id: 'sign-out', label: t('nav.sign_out'), isDangerous: true, run: on.signOut },
  ];
}
