import * as contract from '@atrium/contract/people/personTags.ts';
import { type Route, read, write } from '#platform/http/route';
import * as tags from './personTags.service.ts';

export const personTagRoutes: Route[] = [
  read(contract.userExtra, tags.showExtra),
  read(contract.personTagLists, tags.listTags),
  write(contract.personTagAdd, tags.addTag),
  write(contract.personTagUpdate, tags.renameTag),
  write(contract.personTagDelete, tags.deleteTag),
  write(contract.personTagRecognize, tags.recognizeTag),
];
