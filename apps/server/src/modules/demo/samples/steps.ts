/** The steps in which the content is added; each is one transaction. */
export const STEPS = ['people', 'site', 'wren', 'hiring', 'group', 'files', 'meeting'] as const;
export type Step = (typeof STEPS)[number];
