import { later } from '#sync/store/later.ts';

/** Includes the calendar's fields and their language, which nothing needs before choosing a time. */
export const TimeFormPart = later(async () => (await import('./TimeForm.tsx')).TimeForm);
