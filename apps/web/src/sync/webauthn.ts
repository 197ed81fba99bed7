/** Passkeys of this browser. The package loads when one is used. */

export const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

type Answer = Record<string, unknown>;
const load = () => import('@simplewebauthn/browser');

/** Asks for an answer by one of the person's passkeys; null if they canceled or have none. */
export async function answerChallenge(options: Answer): Promise<Answer | null> {
  const { startAuthentication } = await load();
  return startAuthentication({ optionsJSON: options as never }).then(asAnswer, () => null);
}

/** Makes a new passkey; null if the person canceled. */
export async function makePasskey(options: Answer): Promise<Answer | null> {
  const { startRegistration } = await load();
  return startRegistration({ optionsJSON: options as never }).then(asAnswer, () => null);
}

const asAnswer = (answer: unknown) => answer as Answer;
