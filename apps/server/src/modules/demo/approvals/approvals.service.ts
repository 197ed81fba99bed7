import type { ApprovalDetail } from '@atrium/contract/approvals/request.ts';
import { MEMBER_STATES } from '@atrium/contract/approvals/request.ts';
import { APPROVAL_TEMPLATES } from '@atrium/contract/approvals/templates/templates.ts';
import { translate } from '@atrium/i18n/translate.ts';
import sharp from 'sharp';
import { publish, saveDraft } from '#modules/approvals/definitions/definitions.service';
import { saveBalances } from '#modules/approvals/effects/leave.service';
import { complete } from '#modules/approvals/running/decide.service';
import { startProcess } from '#modules/approvals/running/start.service';
import { storePicture, withContent } from '#modules/files/files.service';
import { wireTime } from '#platform/time/time';
import type { Work } from '#platform/work';
import { minutesOf } from '../demo.clock.ts';
import { listNoticeIds } from '../demo.queries.ts';
import { asPerson, PEOPLE_NAMES, type Team } from '../demo.team.ts';
import { DAYS_OF_LEAVE, type Moment, REQUESTS, type Request } from './requests.ts';

/** Forms besides those that every workspace begins with. */
const FORMS = ['trip', 'purchase'] as const;
const nameOf = (form: Request['form']) => translate('en', `approval.template.${form}`);

/** Forms, days of leave, and requests in all states, two of them waiting for the demo user. */
export async function makeApprovals(team: Team, pictures: Attached): Promise<void> {
  await team.perform(async (work) => {
    const own = asPerson(team, work, 'ada', momentOf(team, [15, '9:00']));
    for (const form of FORMS) {
      const content = APPROVAL_TEMPLATES[form]((key) => translate('en', key));
      await publish(own, { id: (await saveDraft(own, { content })).id });
    }
    await giveLeave(team, own);
  });
  // Requests are added in the order of time, because each person's messages of the approval bot are in that order.
  const acts = REQUESTS.flatMap((request) => actsOf(team, request, pictures));
  await team.perform(async (work) => {
    for (const { run } of acts.toSorted((a, b) => a.at.getTime() - b.at.getTime())) await run(work);
  });
}

async function giveLeave({ ids, clock }: Team, work: Work): Promise<void> {
  const { annual, carried } = DAYS_OF_LEAVE;
  const year = clock.now.getUTCFullYear();
  for (const who of PEOPLE_NAMES) {
    await saveBalances(work, {
      userids: [ids[who]],
      type: 'annual',
      year,
      granted: annual,
      carried: carried[who] ?? 0,
    });
  }
}

/** Submits a request, and decides it. */
function actsOf(team: Team, request: Request, pictures: Attached): { at: Date; run: (work: Work) => Promise<void> }[] {
  const { form, who, at, decided } = request;
  let made: ApprovalDetail;
  const submit = async (work: Work) => {
    const values = valuesOf(team, request, pictures);
    made = await act(team, work, { who, at }, (own) => startProcess(own, { proc_name: nameOf(form), values }));
  };
  const decide = async (work: Work, { who: decider, at: decidedAt, pass, comment }: Request['decided'][number]) => {
    const task_id = stepFor(made, team.ids[decider]);
    made = await act(team, work, { who: decider, at: decidedAt }, (own) => complete(own, { task_id, pass, comment }));
  };
  return [
    { at: momentOf(team, at), run: submit },
    ...decided.map((each) => ({ at: momentOf(team, each.at), run: (work: Work) => decide(work, each) })),
  ];
}

const stepFor = ({ steps }: ApprovalDetail, userid: number): number =>
  steps.find(({ people }) => people.some((each) => each.userid === userid && each.state === MEMBER_STATES.pending))
    ?.id ?? 0;

/** Runs `run` as a person at a moment in the past, which its messages get as their time. */
async function act(
  team: Team,
  work: Work,
  { who, at }: { who: Request['who']; at: Moment },
  run: (work: Work) => Promise<ApprovalDetail>,
): Promise<ApprovalDetail> {
  const moment = momentOf(team, at);
  const detail = await run(asPerson(team, work, who, moment));
  for (const id of await listNoticeIds(work.tx, detail.id)) if (!team.said.has(id)) team.said.set(id, moment);
  return detail;
}

const momentOf = ({ clock }: Team, [ago, time]: Moment): Date =>
  ago < 0 ? clock.day(-ago, minutesOf(time)) : clock.workday(ago, minutesOf(time));

function valuesOf(team: Team, request: Request, pictures: Attached) {
  const { form, values, time, days, needed } = request;
  const wire = (moment: Moment) => wireTime(momentOf(team, moment));
  const dayOf = (ago: number) => wire([ago, '12:00']).slice(0, 10);
  return {
    ...values,
    ...(time && { time: { from: wire(time[0]), to: wire(time[1]) } }),
    ...(needed && { needed: dayOf(-needed) }),
    ...(days && {
      items: (values['items'] as object[]).map((row, index) => ({ ...row, date: dayOf(days[index] ?? 0) })),
      files: [pictures.get(request)],
    }),
    ...(form === 'trip' && { companions: [] }),
  };
}

/** The tokens of pictures of receipts, by the request that has them. */
type Attached = ReadonlyMap<Request, string>;

/** Uploads the pictures for `makeApprovals`. */
export async function attachPictures(team: Team): Promise<Attached> {
  const withDays = REQUESTS.flatMap((request) => (request.days ? [{ request, count: request.days.length }] : []));
  const made = withDays.map(
    async ({ request, count }) => [request, await makeReceipt(team, request.who, count)] as const,
  );
  return new Map(await Promise.all(made));
}

/** @returns the token of a picture */
async function makeReceipt(team: Team, who: Request['who'], count: number): Promise<string> {
  const bytes = await sharp(Buffer.from(drawReceipts(count)))
    .png()
    .toBuffer();
  const file = await withContent(team, bytes, 'receipt.png', (each) => storePicture(team.app, team.ids[who], each));
  return file.token;
}

function drawReceipts(count: number): string {
  const one = (index: number) => {
    const x = 60 + index * 300;
    const rows = [150, 190, 230, 270, 310].map(
      (y, row) =>
        `<path d="M${x + 30} ${y} h${90 + ((row * 47) % 70)}" stroke="#9b978c" stroke-width="8"/><path d="M${x + 200} ${y} h30" stroke="#9b978c" stroke-width="8"/>`,
    );
    return `<path d="M${x} 40 h260 v430 l-26 -20 l-26 20 l-26 -20 l-26 20 l-26 -20 l-26 20 l-26 -20 l-26 20 l-26 -20 l-26 20 z" fill="#fffdf7" stroke="#d8d3c4" stroke-width="3"/>
      <path d="M${x + 70} 90 h120" stroke="#4c4a44" stroke-width="14"/>${rows.join('')}
      <path d="M${x + 30} 350 h200" stroke="#d8d3c4" stroke-width="3"/><path d="M${x + 30} 390 h70 M${x + 170} 390 h60" stroke="#4c4a44" stroke-width="14"/>`;
  };
  const width = 80 + count * 300;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="520" stroke-linecap="round"><rect width="${width}" height="520" fill="#e9e4d8"/>${Array.from({ length: count }, (_, index) => one(index)).join('')}</svg>`;
}
