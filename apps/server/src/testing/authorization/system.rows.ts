import { onlyAdmin, onlyAdminOfAll, type Rows, signedIn } from './scene.ts';

export const rows: Rows = {
  'system/version': {},
  'system/prefetch': {},
  'system/setting': {},
  'system/setting#all': { input: () => ({ type: 'all' }), cells: onlyAdminOfAll },
  'system/setting#save': { input: () => ({ type: 'save', system_welcome: 'hi' }), cells: onlyAdminOfAll },
  'system/priority': {},
  'system/priority#save': {
    input: () => ({ type: 'save', list: [{ name: 'Now', color: '#ff0000', days: 1, priority: 1 }] }),
    cells: onlyAdminOfAll,
  },
  'system/column/template': {},
  'system/column/template#save': {
    input: () => ({ type: 'save', list: [{ name: 'Plain', columns: ['a', 'b'] }] }),
    cells: onlyAdminOfAll,
  },
  'system/license': { cells: onlyAdmin },
  'system/email/check': {
    input: () => ({ to: 'ada@example.com' }),
    cells: { ...onlyAdmin, administrator: 'check.mail_off' },
  },
  'system/setting/email': { cells: onlyAdmin },
  'system/setting/email#save': { input: () => ({ type: 'save', sender: 'team@example.com' }), cells: onlyAdmin },
  'system/setting/sso': { cells: onlyAdmin },
  'system/setting/sso#save': { input: () => ({ type: 'save', providers: [] }), cells: onlyAdmin },
  'system/sso/check': {
    input: () => ({ issuer: 'ftp://example.org' }),
    cells: { ...onlyAdmin, administrator: 'sso.issuer' },
  },
  'system/setting/thirdaccess': { cells: onlyAdmin },
  'system/setting/thirdaccess#save': { input: () => ({ type: 'save', ldap_port: 636 }), cells: onlyAdmin },
  'system/setting/file': { cells: onlyAdmin },
  'system/setting/file#save': { input: () => ({ type: 'save', permission_pack_type: 'all' }), cells: onlyAdmin },
  'system/setting/checkin': { cells: onlyAdmin },
  'system/setting/checkin#save': { input: () => ({ type: 'save', advance: 60 }), cells: onlyAdmin },
  'system/checkin/export': {
    input: () => ({ userid: [], date: '2026-01-01,2026-01-02' }),
    cells: { ...onlyAdmin, administrator: 'export.people' },
  },
  // Disabled until an administrator enables it.
  'users/checkin/get': { cells: signedIn('checkin.closed') },
  'users/checkin/save': { input: () => ({ type: 'mac', list: [] }), cells: signedIn('checkin.closed') },
  'users/checkin/list': { input: () => ({ ym: '2026-01' }), cells: signedIn('checkin.closed') },
  'system/setting/meeting': { cells: onlyAdmin },
  'system/setting/meeting#save': { input: () => ({ type: 'save', open: 'open' }), cells: onlyAdmin },
  'system/storage/check': { cells: onlyAdmin },
  'system/status': { cells: onlyAdmin },
  'system/get/updatelog': {},
  'approve/process/doto': {},
  'sync/start': {},
};
