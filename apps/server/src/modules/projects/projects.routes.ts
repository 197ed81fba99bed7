import * as filter from '@atrium/contract/projects/filters.ts';
import * as flow from '@atrium/contract/projects/flows.ts';
import * as contract from '@atrium/contract/projects/projects.ts';
import * as tag from '@atrium/contract/projects/tags.ts';
import { type Route, read, write } from '#platform/http/route';
import * as columns from './columns.service.ts';
import { listFilters, saveFilters } from './filters.service.ts';
import * as flows from './flows.service.ts';
import * as projects from './projects.service.ts';
import { sortProject } from './sort.service.ts';
import * as tags from './tags.service.ts';

export const projectRoutes: Route[] = [
  read(contract.projectLists, projects.listProjects),
  read(contract.projectOne, projects.oneProject),
  write(contract.projectAdd, projects.addProject),
  write(contract.projectUpdate, projects.updateProject),
  write(contract.projectUser, projects.setMembers),
  write(contract.projectInvite, projects.inviteLink),
  read(contract.projectInviteInfo, projects.inviteInfo),
  write(contract.projectInviteJoin, projects.joinByInvite),
  write(contract.projectTransfer, projects.transferProject),
  write(contract.projectSort, sortProject),
  write(contract.projectExit, projects.exitProject),
  write(contract.projectArchived, projects.archiveProject),
  write(contract.projectRemove, projects.removeProject),
  write(contract.projectTop, projects.toggleProjectTop),
  read(contract.projectPermission, projects.readPermissions),
  write(contract.projectPermissionUpdate, projects.updatePermissions),
  read(flow.flowList, flows.listFlows),
  write(flow.flowSave, flows.saveFlow),
  write(flow.flowDelete, flows.deleteFlow),
  read(tag.tagList, tags.listTags),
  write(tag.tagSave, tags.saveTag),
  write(tag.tagDelete, tags.deleteTag),
  write(tag.tagSort, tags.sortTags),
  read(filter.filterList, listFilters),
  write(filter.filterSave, saveFilters),
  read(contract.columnLists, columns.listProjectColumns),
  read(contract.columnOne, columns.oneColumn),
  write(contract.columnAdd, columns.addColumn),
  write(contract.columnUpdate, columns.updateColumn),
  write(contract.columnRemove, columns.removeColumn),
];
