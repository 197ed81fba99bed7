import type { ApprovalContent, ApprovalValues } from '@atrium/contract/approvals/definition.ts';
import { type Plan, planOf } from '@atrium/contract/approvals/flow.ts';
import type { ApprovalPlan, approvalPlan, procdefTry } from '@atrium/contract/approvals/forms.ts';
import { type CheckedValues, checkValues } from '@atrium/contract/approvals/values.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { departmentsOf } from '#modules/users/departmentNames.service';
import { avatarUrl, displayName } from '#modules/users/present.service';
import { listActiveIds, listBasics } from '#modules/users/users.service';
import type { View } from '#platform/work';
import { submittableFor } from '../definitions/definitions.service.ts';
import { stepNameIn } from '../definitions/standardTexts.ts';
import { leaveOf } from '../effects/leave.service.ts';
import { peopleIn } from './names.service.ts';
import { departmentFor, factsOf, loadPeople } from './people.service.ts';

interface Request {
  userid: number;
  department_id?: number | undefined;
  values: Readonly<Record<string, unknown>>;
  chosen?: Record<string, number[]> | undefined;
}
export interface Planned extends CheckedValues {
  plan: Plan;
  department: { id: number; name: string };
}

/** The path of a request, whether or not its values are complete. @throws approval.department, user.gone */
export async function planFor(view: View, content: ApprovalContent, request: Request): Promise<Planned> {
  const department = await departmentFor(view, request.userid, request.department_id);
  const checked = checkValues(content.form, request.values);
  const { values, problems } = await existing(view, content, checked);
  const facts = factsOf(view, await loadPeople(view), {
    userid: request.userid,
    department_id: department.id,
    values,
    chosen: request.chosen ?? {},
  });
  return { values, problems, plan: planOf(content, facts), department };
}

/** Returns the request without people and departments that do not exist. */
async function existing(
  { app, tx }: View,
  { form }: ApprovalContent,
  { values, problems }: CheckedValues,
): Promise<CheckedValues> {
  const active = await listActiveIds(tx, peopleIn(form, values));
  const known = departmentsOf(app).map(({ id }) => id);
  const kept: ApprovalValues = { ...values };
  const wrong = [...problems];
  for (const field of form) {
    if (field.kind !== 'person' && field.kind !== 'department') continue;
    const ids = (kept[field.id] as number[] | undefined) ?? [];
    const there = ids.filter((id) => (field.kind === 'person' ? active : known).includes(id));
    if (there.length === ids.length) continue;
    delete kept[field.id];
    wrong.push({ field: field.id, problem: 'option' });
  }
  return { values: kept, problems: wrong };
}

async function presentPlan(
  view: View,
  content: ApprovalContent,
  userid: number,
  { plan, values, problems }: Planned,
): Promise<ApprovalPlan> {
  const wanted = [...plan.steps.flatMap(({ userids }) => userids), ...plan.choices.flatMap(({ userids }) => userids)];
  const { lang } = view.caller;
  const { days, left } = await leaveOf(view, content, userid, values);
  return {
    steps: plan.steps.map((each) => ({ ...each, name: stepNameIn(each.name, each.node, lang) })),
    choices: plan.choices.map((each) => ({ ...each, name: stepNameIn(each.name, each.node, lang) })),
    problems: plan.problems,
    branches: plan.branches,
    values,
    value_problems: problems,
    people: await presentPeople(view, wanted),
    days,
    left,
  };
}

export async function presentPeople({ app, tx }: View, userids: readonly number[]) {
  const list = await listBasics(
    tx,
    [...new Set(userids)].filter((userid) => userid > 0),
  );
  return list.map((user) => ({
    userid: user.userid,
    nickname: displayName(user),
    userimg: avatarUrl(app, user),
  }));
}

export async function planOwn(view: View, input: InputOf<typeof approvalPlan>) {
  const { content } = await submittableFor(view, { id: input.id });
  const { userid } = view.caller;
  return presentPlan(view, content, userid, await planFor(view, content, { ...input, userid }));
}

/** A dry run for administrators. @throws user.gone, approval.department */
export async function tryDefinition(view: View, { content, ...request }: InputOf<typeof procdefTry>) {
  return presentPlan(view, content, request.userid, await planFor(view, content, request));
}
