import type {
  ApprovalColumn,
  ApprovalField,
  ApprovalRange,
  ApprovalValue,
} from '@atrium/contract/approvals/definition.ts';
import type { ApprovalDetail, ApprovalRow } from '@atrium/contract/approvals/request.ts';
import type { DepartmentInfo } from '@atrium/contract/people/departments.ts';
import {
  IconBeach,
  IconBriefcase,
  IconCertificate,
  IconClock,
  IconFileText,
  IconKey,
  IconPlane,
  IconReceipt,
  IconShoppingCart,
  IconTool,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react';
import { momentRange, shortMoment, shortUtcDay, utcDayRange } from '#sync/dates.ts';
import { locale, t } from '#sync/language.ts';
import { parseWire } from '#sync/time.ts';

/** The pictures of forms. */
export const APPROVAL_ICON = {
  file: IconFileText,
  beach: IconBeach,
  plane: IconPlane,
  clock: IconClock,
  receipt: IconReceipt,
  cart: IconShoppingCart,
  user_plus: IconUserPlus,
  user_minus: IconUserMinus,
  certificate: IconCertificate,
  briefcase: IconBriefcase,
  key: IconKey,
  tool: IconTool,
} as const;

const STATES = ['returned', 'running', 'approved', 'refused', 'withdrawn'] as const;
const COLORS = ['orange', 'accent', 'green', 'red', 'gray'] as const;
type Stated = Pick<ApprovalRow, 'state' | 'canceled_at'>;

export const stateWords = ({ state, canceled_at }: Stated): string =>
  t(canceled_at ? 'approval.state_canceled' : `approval.state_${STATES[state] ?? 'running'}`);
export const stateColor = ({ state, canceled_at }: Stated): string =>
  canceled_at ? 'gray' : (COLORS[state] ?? 'gray');

/** Converts times in a text, which the server writes in its own zone, to the reader's zone. */
export const localTimes = (text: string): string =>
  text
    .replaceAll(/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\b/g, (wire) => shortMoment(parseWire(wire)))
    .replaceAll(/\b\d{4}-\d\d-\d\d\b/g, (date) => {
      const at = new Date(`${date}T00:00:00Z`);
      return Number.isNaN(at.getTime()) ? date : shortUtcDay(at);
    });

export interface ValueNames {
  people: ApprovalDetail['people'];
  departments: readonly DepartmentInfo[];
}

/** Writes a value in words; files and tables are shown as such. */
export function valueWords(
  field: ApprovalField | ApprovalColumn,
  value: ApprovalValue | undefined,
  { people, departments }: ValueNames,
): string {
  if (value === undefined || value === null) return '';
  switch (field.kind) {
    case 'date':
      return localTimes(String(value));
    case 'range': {
      const { from, to } = value as ApprovalRange;
      return field.time
        ? momentRange(parseWire(from), parseWire(to))
        : utcDayRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));
    }
    case 'person':
      return (value as number[]).map((id) => people.find((each) => each.userid === id)?.nickname ?? '').join(', ');
    case 'department':
      return (value as number[]).map((id) => departments.find((each) => each.id === id)?.name ?? '').join(', ');
    case 'choice':
      return (value as string[])
        .map((id) => field.options.find((option) => option.id === id)?.label ?? '')
        .filter(Boolean)
        .join(', ');
    case 'money':
      return new Intl.NumberFormat(locale, { style: 'currency', currency: field.currency }).format(Number(value));
    case 'number':
    case 'formula': {
      const digits = { minimumFractionDigits: field.decimals, maximumFractionDigits: field.decimals };
      return `${new Intl.NumberFormat(locale, digits).format(Number(value))} ${field.unit}`.trim();
    }
    default:
      return String(value);
  }
}
