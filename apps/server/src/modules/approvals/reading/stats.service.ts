import type { approvalStats } from '@atrium/contract/approvals/administration.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { wireTime } from '#platform/time/time';
import type { View } from '#platform/work';
import { formNameIn, stepNameIn } from '../definitions/standardTexts.ts';
import { periodOf } from '../effects/absences.service.ts';
import { presentPeople } from '../running/plan.service.ts';
import { countByState, listFormStats, listPersonStats, listStepStats, listWeeks } from './stats.queries.ts';

const LONGEST_DAYS = 366;

/** @throws approval.period */
export async function readStats(view: View, input: InputOf<typeof approvalStats>) {
  const [from, to] = periodOf(input.time, LONGEST_DAYS);
  const asked = { definitionId: input.proc_def_id, from, to, now: view.now };
  const [states, weeks, forms, steps, people] = await Promise.all([
    countByState(view.tx, asked),
    listWeeks(view.tx, asked),
    listFormStats(view.tx, asked),
    listStepStats(view.tx, asked),
    listPersonStats(view.tx, asked),
  ]);
  const ended = states.filter(({ state }) => state > 1);
  const requests = ended.reduce((sum, each) => sum + each.requests, 0);
  const { lang } = view.caller;
  const known = await presentPeople(
    view,
    people.map(({ userid }) => userid),
  );
  return {
    by_state: states.map(({ state, requests: number }) => ({ state, requests: number })),
    by_week: weeks,
    average_hours: requests > 0 ? ended.reduce((sum, each) => sum + (each.hours ?? 0), 0) / requests : null,
    forms: forms.map((each) => ({ ...each, name: formNameIn(each.name, lang) })),
    steps: steps.map(({ node, ...each }) => ({
      ...each,
      form: formNameIn(each.form, lang),
      name: stepNameIn(each.name, node, lang),
    })),
    people: people.flatMap(({ oldest_at, ...numbers }) => {
      const person = known.find(({ userid }) => userid === numbers.userid);
      return person ? [{ ...numbers, ...person, oldest_at: wireTime(oldest_at) }] : [];
    }),
  };
}
