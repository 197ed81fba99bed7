import * as contract from '@atrium/contract/people/accounts.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { direct, type Route, read } from '#platform/http/route';
import { operate } from './accounts.service.ts';
import { deleteOwnAccount } from './ownAccount.service.ts';
import { createPerson, importPeople, previewPeople, sheetTemplate } from './people.service.ts';

export const accountRoutes: Route[] = [
  direct(userOperation, operate),
  direct(contract.userCreate, createPerson),
  read(contract.peopleTemplate, sheetTemplate),
  direct(contract.peoplePreview, previewPeople),
  direct(contract.peopleImport, importPeople),
  direct(contract.accountDelete, deleteOwnAccount),
];
