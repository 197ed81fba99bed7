import { expect } from 'vitest';

/** Matches a refusal with this code: the error of a call, or the answer to a raw request. */
export const refused = (code: string) => expect.objectContaining({ data: expect.objectContaining({ code }) });
