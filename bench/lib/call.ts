import type { Call, InputOf, OutputOf } from '@atrium/contract/kit.ts';

/** One call as a client makes it. */
export async function call<C extends Call>(
  base: string,
  token: string,
  definition: C,
  input: InputOf<C>,
): Promise<OutputOf<C>> {
  const response = await fetch(`${base}/api/${definition.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { token }) },
    body: JSON.stringify(input),
  });
  const answer = (await response.json()) as { ret: number; msg: string; data: OutputOf<C> };
  if (answer.ret !== 1) throw new Error(`${definition.path}: ${answer.msg}`);
  return answer.data;
}
