import type { DirectoryDetails } from '#modules/users/directoryDetails.service';
import { accountConditions } from './checkin.queries.ts';
import { devicesOf } from './devices.service.ts';

/** Adds check-in devices and pictures to the administrators' list of accounts. */
export const checkinDetails: DirectoryDetails = {
  conditions: ({ checkin_face: face, checkin_mac: mac }) => accountConditions({ face, mac }),
  load: devicesOf,
};
