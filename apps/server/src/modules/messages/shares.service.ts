import type { CleanOptions, questionsIn } from '@atrium/richtext/clean.ts';
import { driveCodes, driveNames } from '#modules/drive/links.service';
import { reportCodes, reportNames } from '#modules/reports/links.service';
import type { View } from '#platform/work';

/** What cleaning asks about things that are shared by a code. */
export type Shares = Required<Pick<CleanOptions, 'shareCode' | 'shareName'>>;
export const NO_SHARES: Shares = { shareCode: () => null, shareName: () => null };

/** Of one message. */
const MOST = 50;

/** The codes of what the sender named and may pass on, and the names behind the codes that came as addresses. */
export async function sharesIn(
  view: View,
  { codes, names }: Pick<ReturnType<typeof questionsIn>, 'codes' | 'names'>,
): Promise<Shares> {
  const [report, title, file, name] = await Promise.all([
    reportCodes(view, numbersOf(codes, 'report')),
    reportNames(view, codesOf(names, 'report')),
    driveCodes(view, numbersOf(codes, 'file')),
    driveNames(view, codesOf(names, 'file')),
  ]);
  return {
    shareCode: (kind, id) => (kind === 'report' ? report : file).get(Number(id)) ?? null,
    shareName: (kind, code) => (kind === 'report' ? title : name).get(code) ?? null,
  };
}

const numbersOf = (codes: readonly { kind: string; id: string }[], kind: string) =>
  codes.flatMap((each) => (each.kind === kind && /^\d{1,9}$/.test(each.id) ? [Number(each.id)] : [])).slice(0, MOST);
const codesOf = (names: readonly { kind: string; code: string }[], kind: string) =>
  names.flatMap((each) => (each.kind === kind ? [each.code] : [])).slice(0, MOST);
