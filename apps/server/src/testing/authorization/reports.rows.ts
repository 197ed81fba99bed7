import { people, type Rows, report, signedIn, strangers } from './scene.ts';

const gone = strangers('report.gone');

export const rows: Rows = {
  'report/my': {},
  'report/receive': {},
  'report/store': { input: () => ({ title: 'Week', type: 'weekly', content: '<p>Shipped</p>' }) },
  // Only its author may change it.
  'report/store#change': {
    input: async () => ({ ...(await report()), title: 'Mine', type: 'daily', content: '<p>Mine</p>' }),
    cells: { ...gone, member: 'report.gone' },
  },
  'report/template': { input: () => ({ type: 'daily' }) },
  'report/detail': { input: report, cells: gone },
  'report/detail#code': { input: () => ({ code: 'x'.repeat(24) }), cells: signedIn('report.gone') },
  'report/mark': { input: report, cells: gone },
  'report/read': { input: async () => ({ ids: [(await report()).id] }), cells: gone },
  'report/share': {
    input: async () => ({ ...(await report()), userids: [people.third.userid] }),
    cells: gone,
  },
  // Only the owner has sent one with receivers.
  'report/last_submitter': { cells: { ...strangers('report.last'), member: 'report.last' } },
  'report/unread': {},
  'report/analysave': { input: async () => ({ ...(await report()), text: 'Late' }), cells: gone },
};
