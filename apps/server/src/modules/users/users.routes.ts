import * as contract from '@atrium/contract/people/users.ts';
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
  read(contract.userInfo, ownProfile),
  read(contract.userBasic, listBasic),
  read(contract.userSearch, searchPeople),
  read(contract.userLists, listEverybody),
  write(contract.userEditdata, editProfile),
  write(contract.userStatus, setStatus),
  write(contract.userFirstSteps, keepFirstSteps),
  direct(contract.userEditpass, changePassword),
  direct(contract.emailSend, sendEmailCode),
  write(contract.emailEdit, changeEmail, provePassword),
];
