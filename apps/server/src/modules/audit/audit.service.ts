import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/workspace/audit.ts';
import { AUDIT_LIMITS, isAuditPerson } from '@atrium/contract/workspace/audit.ts';
import Papa from 'papaparse';
import { requireProof } from '#modules/sessions/proof.service';
import { changeSection, settingSection } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import { pageOf } from '#platform/http/pagination';
import type { Direct } from '#platform/http/route';
import { parseTime, wireTime } from '#platform/time/time';
import { performWork, recordAudit, type View, viewFor } from '#platform/work';
import { type AuditFilter, type AuditLogRow, countAudit, expireAudit, listAudit, listNames } from './audit.queries.ts';

const PAGE = 50;
const SECTION = 'audit';
const DEFAULT_DAYS = 365;

/** @throws audit.time */
export async function readAudit(view: View, input: InputOf<typeof contract.auditList>) {
  const { page = 1, pagesize: size = PAGE } = input;
  const filter = filterOf(input);
  const [total, rows] = await Promise.all([
    countAudit(view.tx, filter),
    listAudit(view.tx, filter, size, (page - 1) * size),
  ]);
  return pageOf(view, 'system/audit', { rows: rows.map(present), total, page, size });
}

const COLUMNS = [
  'id',
  'at',
  'action',
  'userid',
  'email',
  'target_type',
  'target_id',
  'target_name',
  'ip',
  'agent',
  'detail',
];

/** @throws audit.time */
export async function exportAudit(direct: Direct, input: InputOf<typeof contract.auditExport>) {
  await requireProof(direct);
  const { app, caller, tx } = direct;
  const rows = await listAudit(tx, filterOf(input), AUDIT_LIMITS.csv + 1);
  const shown = rows.slice(0, AUDIT_LIMITS.csv);
  const people = new Set(shown.map(({ userid }) => userid));
  for (const { detail } of shown) withNames(detail, (userid) => people.add(userid));
  const names = await listNames(tx, [...people]);
  const nameOf = (userid: number) => {
    const { nickname = '', email = '' } = names.get(userid) ?? {};
    if (!email) return `${nickname} #${userid}`.trimStart();
    return nickname ? `${nickname} <${email}>` : email;
  };
  const lines = shown.map((row) => [
    row.id,
    row.at.toISOString(),
    row.action,
    row.userid,
    names.get(row.userid)?.email ?? '',
    row.target_type,
    row.target_id,
    row.target_name,
    row.ip,
    row.agent,
    JSON.stringify(withNames(row.detail, nameOf)),
  ]);
  await recordAudit(app, caller, { action: 'audit.exported', detail: { rows: shown.length } });
  // Names are written by strangers, and spreadsheet programs must not take them for formulas.
  const text = Papa.unparse([COLUMNS, ...lines], { escapeFormulae: true, newline: '\r\n' });
  // The byte order mark says that this is UTF-8.
  return {
    name: `audit ${new Date().toISOString().slice(0, 10)}.csv`,
    text: `\uFEFF${text}\r\n`,
    is_cut: rows.length > shown.length,
  };
}

/** The detail of a row with names in place of people's numbers, as the page shows it. */
function withNames(value: unknown, nameOf: (userid: number) => unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => withNames(each, nameOf, field));
  if (typeof value === 'number') return value > 0 && isAuditPerson(field) ? nameOf(value) : value;
  if (value === null || typeof value !== 'object') return value;
  // The values before and after a change belong to the field with this name.
  const isChange = field !== '' && field !== 'changes';
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withNames(each, nameOf, isChange ? field : name)]),
  );
}

export async function setAudit(direct: Direct, { type, days }: InputOf<typeof contract.auditSetting>) {
  const { app, caller } = direct;
  if (type === 'save' && days !== undefined) {
    await requireProof(direct);
    await changeSection({ app, caller }, SECTION, () => ({ days }), { days: DEFAULT_DAYS });
  }
  return { days: await keptDays(app) };
}

const keptDays = async (app: App) => (await settingSection<{ days?: number }>(app, SECTION, {})).days ?? DEFAULT_DAYS;

const BATCH = 5000;

/** Deletes rows past the retention, and records how many. */
export async function forgetAudit(app: App): Promise<void> {
  const days = await keptDays(app);
  let total = 0;
  for (let n = BATCH; n === BATCH; total += n) n = await expireAudit(app.db, days, BATCH);
  if (total === 0) return;
  await performWork(app, viewFor(app).caller, async (work) => {
    work.audit({ action: 'audit.expired', detail: { rows: total, days } });
  });
}

function filterOf({ userid = 0, action, ip = '', time }: InputOf<typeof contract.auditExport>): AuditFilter {
  const [from, to] = (time ?? []).map((part) => parseTime(part));
  if (from && to && to < from) throw fail('audit.time');
  return { userid, action: action ?? '', ip, from: from ?? null, to: to ?? null };
}

const present = ({ at, detail, ...row }: AuditLogRow): contract.AuditRow => ({
  ...row,
  at: wireTime(at),
  detail: detail as Record<string, unknown>,
});
