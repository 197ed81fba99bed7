import type { ReportKind } from '@atrium/contract/workspace/reports.ts';
import { escapeText } from '@atrium/richtext/html/escape.ts';
import { storeReport } from '#modules/reports/store.service';
import { proposeReport } from '#modules/reports/template.service';
import { minutesOf } from './demo.clock.ts';
import type { PersonKey } from './demo.people.ts';
import { setReportReadAt, setReportTimes } from './demo.queries.ts';
import { asPerson, type Team } from './demo.team.ts';

interface Plan {
  who: PersonKey;
  type: ReportKind;
  /** A number of workdays ago, or of weeks for reports of a Friday, with the time of the day. */
  ago: number;
  time: string;
  words: string;
  isRead?: boolean;
}
const PLANS: readonly Plan[] = [
  { who: 'jonas', type: 'weekly', ago: 2, time: '16:40', words: 'A good week: nothing broke.', isRead: true },
  { who: 'luca', type: 'weekly', ago: 1, time: '17:05', words: 'I’m off on Tuesday morning.', isRead: true },
  { who: 'ada', type: 'weekly', ago: 1, time: '17:30', words: 'On track for the fair.', isRead: true },
  { who: 'ada', type: 'daily', ago: 4, time: '17:10', words: 'The press kit is with Fatima.', isRead: true },
  { who: 'ines', type: 'daily', ago: 3, time: '17:20', words: 'All the papers are signed.', isRead: true },
  { who: 'ada', type: 'daily', ago: 2, time: '17:40', words: 'Two interviews, both good.' },
  { who: 'fatima', type: 'daily', ago: 1, time: '17:45', words: 'Help with the photos would be welcome.' },
  { who: 'chen', type: 'daily', ago: 1, time: '18:10', words: 'I’m at the supplier’s until noon tomorrow.' },
];

/** Reports to and by the demo user, with their authors' tasks. */
export async function makeReports(team: Team): Promise<void> {
  for (const { who, type, ago, time, words, isRead } of PLANS) {
    await team.perform(async (work) => {
      const { clock } = team;
      const at = type === 'weekly' ? clock.friday(ago, minutesOf(time)) : clock.workday(ago, minutesOf(time));
      const writing = asPerson(team, work, who, at);
      const { sign, title, content } = await proposeReport(writing, { type, offset: 0 });
      const { id } = await storeReport(writing, {
        type,
        sign,
        title,
        content: `${content}<p>${escapeText(words)}</p>`,
        receive: [team.ids.ada, team.ids.jonas].filter((userid) => userid !== team.ids[who]),
      });
      const read_at = isRead ? new Date(at.getTime() + 40 * 60_000) : null;
      await setReportTimes(work.tx, at, id);
      await setReportReadAt(work.tx, read_at, id);
    });
  }
}
