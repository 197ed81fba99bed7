import * as mailServer from '@atrium/contract/workspace/mailServer.ts';
import * as settings from '@atrium/contract/workspace/settings.ts';
import * as status from '@atrium/contract/workspace/status.ts';
import * as storage from '@atrium/contract/workspace/storage.ts';
import * as system from '@atrium/contract/workspace/system.ts';
import { type Language, translate } from '@atrium/i18n/translate.ts';
import { fail } from '#platform/fail';
import { direct, type Route, read } from '#platform/http/route';
import { isAdmin } from '#platform/work';
import { listPrefetch, readLicense, readNews, readVersion } from './about.service.ts';
import { checkMail, checkStorage } from './checks.service.ts';
import { readMailSetting, saveMail } from './mail.service.ts';
import { presentSettings, setPackers } from './permits.service.ts';
import { saveSection, saveSettings, settingSection } from './settings.service.ts';
import { readStatus } from './status.service.ts';

/** Higher priorities have warm colors, because a green flag would say that all is well. */
const PRIORITY_SEED = [
  { key: 'priority.1', color: '#E03131', days: 1, priority: 1 },
  { key: 'priority.2', color: '#F76707', days: 3, priority: 2 },
  { key: 'priority.3', color: '#FAB005', days: 5, priority: 3 },
  { key: 'priority.4', color: '#868E96', days: 0, priority: 4 },
];
const prioritySeed = (lang: Language) =>
  // New tasks have no priority until an administrator chooses the default.
  PRIORITY_SEED.map(({ key, ...row }) => ({ ...row, name: translate(lang, key), is_default: 0 }));

const TEMPLATE_SEED = [
  { key: 'template.software', columns: ['Ideas', 'Design', 'Development', 'Review', 'Test', 'Released'] },
  { key: 'template.product', columns: ['Planning', 'Design', 'Sample', 'Test', 'Production', 'Delivered'] },
];
const templateSeed = (lang: Language) =>
  TEMPLATE_SEED.map(({ key, columns }) => ({ name: translate(lang, key), columns }));

export const systemRoutes: Route[] = [
  read(system.systemVersion, readVersion),
  read(system.systemPrefetch, listPrefetch),
  read(system.systemLicense, readLicense),
  read(system.systemUpdatelog, readNews),
  direct(mailServer.emailCheck, checkMail),
  direct(storage.storageCheck, checkStorage),
  read(status.systemStatus, readStatus),
  direct(storage.fileSetting, setPackers),
  direct(mailServer.mailSetting, (view, { type, ...sent }) =>
    type === 'save' ? saveMail(view, sent) : readMailSetting(view.app),
  ),
  direct(settings.systemSetting, async (view, { type, ...sent }) => {
    const { caller } = view;
    if (type === 'all' || type === 'save') {
      if (!isAdmin(caller)) throw fail(caller.userid ? 'forbidden' : 'auth.required');
      if (type === 'save') await saveSettings(view, sent);
    }
    return presentSettings(view, type === 'all' || type === 'save');
  }),
  direct(settings.systemPriority, async ({ app, caller }, { type, list }) => {
    if (type === 'save') {
      if (!isAdmin(caller)) throw fail(caller.userid ? 'forbidden' : 'auth.required');
      if (!list?.length) throw fail('setting.empty');
      const chosen = list.findIndex((row) => row.is_default);
      const rows = list.map((row, index) => ({ ...row, is_default: Number(index === chosen) }));
      await saveSection({ app, caller }, 'priority', rows, prioritySeed(caller.lang));
    }
    const stored = await settingSection<settings.PriorityAnswer[] | null>(app, 'priority', null);
    return stored ?? prioritySeed(caller.lang);
  }),
  direct(settings.systemColumnTemplate, async ({ app, caller }, { type, list }) => {
    if (type === 'save') {
      if (!isAdmin(caller)) throw fail(caller.userid ? 'forbidden' : 'auth.required');
      if (!list?.length) throw fail('setting.empty');
      await saveSection(
        { app, caller },
        'column_template',
        list.map((row) => ({ name: row.name, columns: [...new Set(row.columns)] })),
        templateSeed(caller.lang),
      );
    }
    const stored = await settingSection<{ name: string; columns: string[] }[] | null>(app, 'column_template', null);
    return stored ?? templateSeed(caller.lang);
  }),
];
