/** How the content is added: each step is one transaction. */
export const STEPS = ['people', 'site', 'wren', 'hiring', 'group', 'files', 'meeting'] as const;
export type Step = (typeof STEPS)[number];
