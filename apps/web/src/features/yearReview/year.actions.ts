import { yearReview } from '@atrium/contract/people/yearReview.ts';
import { client } from '#sync/session.ts';

/** Reads the figures of a year, with days and months of this device's time zone. */
export const readYear = (year: number) =>
  client.api.read(yearReview, { year, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone });
