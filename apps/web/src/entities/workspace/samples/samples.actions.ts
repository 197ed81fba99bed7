import { type Samples, samplesAdd, samplesRemove, samplesStatus } from '@atrium/contract/workspace/samples.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { askFirst } from '#ui/overlays/ask.ts';

export const readSamples = (): Promise<Samples> => client.api.read(samplesStatus, {});

/** @throws CallError with the server's text */
export const addSamples = (): Promise<Samples> => client.api.call(samplesAdd, {});

/**
 * Removes the sample content. Asks first, with the current amount of content that real people added. Null if the person
 * cancels. @throws CallError
 */
export async function removeSamples(): Promise<Samples | null> {
  const { own, people } = await readSamples();
  const parts = [t('samples.remove_text', { people })];
  if (own.tasks + own.messages + own.files > 0) parts.push(t('samples.remove_own', { ...own }));
  const isSure = await askFirst({
    title: t('samples.remove_title'),
    text: parts.join(' '),
    action: t('samples.remove'),
    isDangerous: true,
  });
  return isSure ? client.api.call(samplesRemove, {}) : null;
}
