import { onlyAdmin, onlyAdminOfAll, type Rows, signedIn } from './scene.ts';

/** No app is installed: a person's token is no app's, and there is nothing to open. */
export const rows: Rows = {
  'system/microapp_menu': {},
  'system/microapp_menu#all': { input: () => ({ type: 'all' }), cells: { ...onlyAdminOfAll, nobody: 'auth.required' } },
  'system/microapp_menu#save': {
    input: () => ({ type: 'save', list: [] }),
    cells: { ...onlyAdminOfAll, nobody: 'auth.required' },
  },
  'apps/list': {},
  'apps/open': { input: () => ({ appid: 'none' }), cells: signedIn('app.missing') },
  'apps/token': { input: () => ({ appid: 'none' }), cells: signedIn('app.missing') },
  'apps/catalog': { cells: onlyAdmin },
  'apps/stage': { input: () => ({ bundled: 'none' }), cells: { ...onlyAdmin, administrator: 'app.missing' } },
  'apps/upload': { cells: { ...onlyAdmin, administrator: 'parameter.missing' } },
  'apps/install': { input: () => ({ stage: 'none' }), cells: { ...onlyAdmin, administrator: 'app.stage' } },
  'apps/edit': {
    input: () => ({ appid: 'none', enabled: false }),
    cells: { ...onlyAdmin, administrator: 'app.missing' },
  },
  'apps/remove': { input: () => ({ appid: 'none' }), cells: { ...onlyAdmin, administrator: 'app.missing' } },
  'apps/secret': { input: () => ({ appid: 'none' }), cells: { ...onlyAdmin, administrator: 'app.missing' } },
  'apps/badge/set': {
    input: () => ({ appid: 'none', count: 1 }),
    cells: { ...signedIn('app.missing'), nobody: 'auth.required', disabled: 'auth.required' },
  },
  'apps/badge/clear': { input: () => ({ appid: 'none' }), cells: signedIn('app.missing') },
  'apps/badge/list': {},
  'users/appsort': {},
  'users/appsort/save': { input: () => ({ sorts: { base: ['system:calendar'] } }) },
  'apps/data/get': { input: () => ({ key: 'a' }), cells: signedIn('app.only') },
  'apps/data/list': { cells: signedIn('app.only') },
  'apps/data/set': { input: () => ({ key: 'a', value: '1' }), cells: signedIn('app.only') },
  'apps/data/delete': { input: () => ({ key: 'a' }), cells: signedIn('app.only') },
};
