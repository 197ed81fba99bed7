import { taskFlow } from '@atrium/contract/projects/flows.ts';
import * as handoffs from '@atrium/contract/projects/handoffs.ts';
import { projectLog } from '@atrium/contract/projects/projects.ts';
import * as more from '@atrium/contract/projects/taskExtras.ts';
import * as links from '@atrium/contract/projects/taskLinks.ts';
import * as contract from '@atrium/contract/projects/tasks.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import { listContents, readContent } from './details/content.service.ts';
import { deleteTaskFile, listTaskFiles, readTaskFile, storeInline, storeTaskPicture } from './details/files.service.ts';
import { handOverTask, handoffOptions, listHandoffs } from './details/handoffs.service.ts';
import { listRelated, unrelateTasks } from './details/relations.service.ts';
import * as templates from './details/templates.service.ts';
import { archiveTask, openTaskDialog, removeTask } from './lifecycle/archive.service.ts';
import { copyTask } from './lifecycle/copy.service.ts';
import { addSubtask, addTask } from './lifecycle/create.service.ts';
import { moveTask } from './lifecycle/move.service.ts';
import { readFlow } from './lifecycle/status.service.ts';
import { resetTask, updateTask } from './lifecycle/update.service.ts';
import { upgradeTask } from './lifecycle/upgrade.service.ts';
import { cleanBrowsed, listBrowsed, saveBrowse } from './reading/browse.service.ts';
import { listBusy, listLog, listTasks, oneTask, readSubdata } from './tasks.service.ts';

export const taskRoutes: Route[] = [
  read(contract.taskLists, listTasks),
  read(contract.taskOne, oneTask),
  read(more.taskSubdata, readSubdata),
  read(more.taskEasylists, listBusy),
  write(contract.taskAdd, addTask, storeInline),
  write(contract.taskAddsub, addSubtask),
  write(contract.taskUpdate, updateTask, storeInline),
  write(contract.taskArchived, archiveTask),
  write(contract.taskRemove, removeTask),
  write(contract.taskMove, moveTask),
  write(contract.taskCopy, copyTask),
  write(contract.taskUpgrade, upgradeTask),
  write(contract.taskReset, resetTask),
  read(contract.taskContent, readContent),
  write(contract.taskDialog, openTaskDialog),
  read(taskFlow, readFlow),
  read(more.templateList, templates.listTemplates),
  write(more.templateSave, templates.saveTemplate),
  write(more.templateDelete, templates.deleteTemplate),
  write(more.templateDefault, templates.toggleDefault),
  write(more.templateSort, templates.sortTemplates),
  read(more.templateVisible, templates.listVisible),
  read(more.templateSearch, templates.searchTemplates),
  read(more.taskContentHistory, listContents),
  write(more.taskBrowseSave, saveBrowse),
  read(more.taskBrowse, listBrowsed),
  write(more.taskBrowseClean, cleanBrowsed),
  read(links.taskRelated, listRelated),
  write(links.taskUnrelate, unrelateTasks),
  read(links.taskFiles, listTaskFiles),
  direct(links.taskPicture, storeTaskPicture),
  read(links.taskFiledetail, readTaskFile),
  write(links.taskFiledelete, deleteTaskFile),
  read(handoffs.handoffLists, listHandoffs),
  read(handoffs.handoffOptions, handoffOptions),
  write(handoffs.handoffAssign, handOverTask),
  read(projectLog, listLog),
];
