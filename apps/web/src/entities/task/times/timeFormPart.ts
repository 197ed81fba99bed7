import { later } from '#sync/store/later.ts';

/** With the calendar's fields and their language, which nothing needs before somebody chooses a time. */
export const TimeFormPart = later(async () => (await import('./TimeForm.tsx')).TimeForm);
