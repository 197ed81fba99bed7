import type { CleanOptions, questionsIn } from '@atrium/richtext/html/clean.ts';
import type { WritingView } from '#platform/work';
import { shareKinds } from './shareKinds.service.ts';

/** Resolves share codes for the sanitizer. */
export type Shares = Required<Pick<CleanOptions, 'shareCode' | 'shareName'>>;
export const NO_SHARES: Shares = { shareCode: () => null, shareName: () => null };

/** The number of shared things per message. */
const MOST = 50;

/** The codes of things that the sender named and may share, and the names behind codes that came as addresses. */
export async function sharesIn(
  view: WritingView,
  { codes, names }: Pick<ReturnType<typeof questionsIn>, 'codes' | 'names'>,
): Promise<Shares> {
  const found = await Promise.all(
    shareKinds.of(view.app).map(async (each) => ({
      kind: each.kind as string,
      code: await each.codes(view, numbersOf(codes, each.kind)),
      name: await each.names(view, codesOf(names, each.kind)),
    })),
  );
  const of = (kind: string) => found.find((each) => each.kind === kind);
  return {
    shareCode: (kind, id) => of(kind)?.code.get(Number(id)) ?? null,
    shareName: (kind, code) => of(kind)?.name.get(code) ?? null,
  };
}

const numbersOf = (codes: readonly { kind: string; id: string }[], kind: string) =>
  codes.flatMap((each) => (each.kind === kind && /^\d{1,9}$/.test(each.id) ? [Number(each.id)] : [])).slice(0, MOST);
const codesOf = (names: readonly { kind: string; code: string }[], kind: string) =>
  names.flatMap((each) => (each.kind === kind ? [each.code] : [])).slice(0, MOST);
