import { sql } from 'kysely';
import type { DirectoryDetails } from '#modules/users/directoryDetails.service';
import { likeText } from '#modules/users/users.service';
import { devicesOf } from './devices.service.ts';

/** Devices and pictures for check-in, in the administrators' list of accounts. */
export const checkinDetails: DirectoryDetails = {
  conditions({ checkin_face, checkin_mac }) {
    const hasFace = sql`exists (select from checkin_faces f where f.userid = u.userid)`;
    return [
      ...(checkin_face ? [checkin_face === 'yes' ? hasFace : sql`not ${hasFace}`] : []),
      ...(checkin_mac
        ? [sql`exists (select from checkin_macs c where c.userid = u.userid and c.mac ilike ${likeText(checkin_mac)})`]
        : []),
    ];
  },
  load: devicesOf,
};
