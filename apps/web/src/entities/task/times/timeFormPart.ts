import { lazyPart } from '#sync/store/lazyPart.ts';

/** Includes the calendar's fields and their language, which nothing needs before choosing a time. */
export const TimeFormPart = lazyPart(async () => (await import('./TimeForm.tsx')).TimeForm);
