/** An article of docs/guide, in each language a file of this name. */
interface Article {
  id: string;
  /** The readers: everybody, or those who run the workspace. */
  audience: 'people' | 'admins';
  /** The beginnings of addresses below `/manage/` that the article explains. */
  screens: readonly string[];
}

const of =
  (audience: Article['audience']) =>
  (id: string, ...screens: string[]): Article => ({ id, audience, screens });
const people = of('people');
const admins = of('admins');

/** The articles in reading order. */
export const ARTICLES: readonly Article[] = [
  people('first-steps', 'dashboard'),
  people('tasks', 'dashboard', 'project', 'calendar'),
  people('projects', 'project'),
  people('workflow', 'project'),
  people('views-and-filters', 'project'),
  people('calendar', 'calendar'),
  people('inbox', 'inbox'),
  people('conversations', 'messenger'),
  people('messages', 'messenger'),
  people('polls-and-to-dos', 'messenger'),
  people('notifications', 'setting/notification', 'messenger', 'inbox'),
  people('meetings', 'meeting', 'messenger'),
  people('files', 'file'),
  people('documents', 'file'),
  people('sharing', 'file'),
  people('approvals', 'approve'),
  people('reports', 'report', 'setting/checkin'),
  people('search', 'dashboard', 'favorite'),
  people('keyboard', 'setting/keyboard', 'project'),
  people('offline', 'setting/app'),
  people('account', 'setting/personal', 'setting/password', 'setting/security', 'setting/device', 'setting/email'),
  admins('install'),
  admins('https'),
  admins('people', 'setting/team'),
  admins('sign-in', 'setting/system?tab=signin', 'setting/audit'),
  admins('mail', 'setting/system?tab=mail'),
  admins('backup', 'setting/backup'),
  admins('update', 'setting/version'),
  admins('meetings-network', 'setting/system?tab=meeting'),
  admins('import', 'setting/import'),
  admins('apps-and-bots', 'application', 'setting/bots', 'setting/tokens'),
  admins('scaling', 'setting/status'),
];

/** Articles about a screen, most specific first. @param path of the address */
export function articlesFor(path: string): readonly Article[] {
  const place = path.replace(/^\/(manage|single)\//, '');
  const length = ({ screens }: Article) =>
    Math.max(0, ...screens.filter((each) => place.startsWith(each)).map((each) => each.length));
  return ARTICLES.filter((each) => length(each) > 0).sort((a, b) => length(b) - length(a));
}
