import { askFirst, type Question } from './ask.ts';
import { notify } from './notices.ts';

/**
 * Does something irreversible once the person is sure, and shows why it failed.
 *
 * @param act resolves with the text of a problem, or with nothing
 * @returns whether the person was sure
 */
export async function confirmAndRun(
  { title, text }: Pick<Question, 'title' | 'text'>,
  act: () => Promise<string | null | undefined>,
): Promise<boolean> {
  const isSure = await askFirst({ title, text, action: title, isDangerous: true });
  if (!isSure) return false;
  const problem = await act();
  if (problem) notify(problem, { kind: 'error' });
  return true;
}
