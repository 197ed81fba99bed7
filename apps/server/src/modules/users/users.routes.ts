import * as accounts from '@atrium/contract/people/accounts.ts';
import * as profile from '@atrium/contract/people/profile.ts';
import * as users from '@atrium/contract/people/users.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import { listBasic, listEverybody, searchPeople } from './directory.service.ts';
import { keepFirstSteps } from './firstSteps.service.ts';
import {
  changeEmail,
  changePassword,
  editProfile,
  ownProfile,
  provePassword,
  sendEmailCode,
} from './profile.service.ts';
import { setStatus } from './status.service.ts';

export const userRoutes: Route[] = [
  read(profile.userInfo, ownProfile),
  read(users.userBasic, listBasic),
  read(users.userSearch, searchPeople),
  read(accounts.userLists, listEverybody),
  write(profile.userEditdata, editProfile),
  write(profile.userStatus, setStatus),
  write(profile.userFirstSteps, keepFirstSteps),
  direct(profile.userEditpass, changePassword),
  direct(profile.emailSend, sendEmailCode),
  write(profile.emailEdit, changeEmail, provePassword),
];
