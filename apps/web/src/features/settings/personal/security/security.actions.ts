import { CallError } from '@atrium/client/api.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/people/signIn.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { answerChallenge, makePasskey } from '#sync/webauthn.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

export type Factors = OutputOf<typeof contract.factorList>;
export const readFactors = () => client.api.read(contract.factorList, {});

/** Codes to show once, or the error. */
export type Codes = { codes: string[] } | { words: string };
const codesOf = (answer: Promise<{ codes: string[] }>): Promise<Codes> =>
  answer.catch((error: unknown) => ({ words: error instanceof Canceled ? '' : wordsOf(error) }));
class Canceled extends Error {}

export const beginTotp = () => client.api.call(contract.totpBegin, {});
export const confirmTotp = (code: string) => codesOf(client.api.call(contract.totpConfirm, { code }));
export const renewCodes = () => codesOf(client.api.call(contract.recoveryRenew, {}));

export const addPasskey = (name: string): Promise<Codes> =>
  codesOf(
    (async () => {
      const response = await makePasskey(await client.api.call(contract.passkeyBegin, {}));
      if (!response) throw new Canceled();
      return client.api.call(contract.passkeyAdd, { name, response });
    })(),
  );

async function saved(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    notify(t('settings.saved'));
    return true;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return false;
  }
}
export const removeTotp = () => saved(client.api.call(contract.totpRemove, {}));
export const removePasskey = (id: number) => saved(client.api.call(contract.passkeyRemove, { id }));
export const renamePasskey = (input: InputOf<typeof contract.passkeyRename>) =>
  saved(client.api.call(contract.passkeyRename, input));

export const readProofs = () => client.api.read(contract.proveOptions, {});
/** The error; '' on success. */
export async function proveSelf(input: InputOf<typeof contract.prove>): Promise<string> {
  try {
    await client.api.call(contract.prove, input);
    client.session.endProofWait(true);
    return '';
  } catch (error) {
    return wordsOf(error);
  }
}
export async function proveByPasskey(): Promise<string> {
  try {
    // A challenge can be answered only once, so each attempt gets a new one.
    const { passkey } = await client.api.call(contract.proveOptions, {});
    const answer = passkey && (await answerChallenge(passkey));
    return answer ? await proveSelf({ passkey: answer }) : t('passkey.canceled');
  } catch (error) {
    return error instanceof CallError ? wordsOf(error) : t('passkey.canceled');
  }
}
