import * as contract from '@atrium/contract/people/departments.ts';
import { type Route, read, write } from '#platform/http/route';
import {
  addDeputy,
  listDepartments,
  listManaged,
  listOwn,
  removeDepartment,
  removeDeputy,
  saveDepartment,
  syncDepartment,
} from './departments.service.ts';

export const departmentRoutes: Route[] = [
  read(contract.departmentList, listDepartments),
  write(contract.departmentAdd, saveDepartment),
  write(contract.departmentAdddeputy, addDeputy),
  write(contract.departmentDeldeputy, removeDeputy),
  write(contract.departmentDel, removeDepartment),
  write(contract.departmentSync, syncDepartment),
  read(contract.ownDepartments, listOwn),
  read(contract.managedDepartments, listManaged),
];
