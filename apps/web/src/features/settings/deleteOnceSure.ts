import { askFirst, type Question } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';

/**
 * Deletes something once the person is sure, and shows why it could not be deleted.
 *
 * @param act resolves with the text of a problem, or with nothing
 * @returns whether the person was sure
 */
export async function deleteOnceSure(
  { title, text }: Pick<Question, 'title' | 'text'>,
  act: () => Promise<string | null | undefined>,
): Promise<boolean> {
  const isSure = await askFirst({ title, text, action: title, isDangerous: true });
  if (!isSure) return false;
  const problem = await act();
  if (problem) notify(problem, { kind: 'error' });
  return true;
}
