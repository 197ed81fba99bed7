import { yearReview } from '@atrium/contract/people/yearReview.ts';
import { client } from '#sync/session.ts';

/** Days and months are those of this device. */
export const readYear = (year: number) =>
  client.api.read(yearReview, { year, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone });
