import { taskFlow } from '@atrium/contract/projects/flows.ts';
import * as handoffs from '@atrium/contract/projects/handoffs.ts';
import { projectLog } from '@atrium/contract/projects/projects.ts';
import * as more from '@atrium/contract/projects/taskExtras.ts';
import * as links from '@atrium/contract/projects/taskLinks.ts';
import * as contract from '@atrium/contract/projects/tasks.ts';
import { direct, type Route, read, write } from '#platform/http/route';
import { cleanBrowsed, listBrowsed, saveBrowse } from './browse.service.ts';
import { listContents, readContent } from './content.service.ts';
import { copyTask } from './copy.service.ts';
import { addSubtask, addTask } from './create.service.ts';
import { deleteTaskFile, keepTaskPicture, listTaskFiles, readTaskFile, storeInline } from './files.service.ts';
import { handOverTask, handoffOptions, listHandoffs } from './handoffs.service.ts';
import { moveTask } from './move.service.ts';
import { listRelated, unrelateTasks } from './relations.service.ts';
import { archiveTask, openTaskDialog, removeTask } from './shelve.service.ts';
import { readFlow } from './status.service.ts';
import { listBusy, listLog, listTasks, oneTask, readSubdata } from './tasks.service.ts';
import * as templates from './templates.service.ts';
import { resetTask, updateTask } from './update.service.ts';
import { upgradeTask } from './upgrade.service.ts';

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
  direct(links.taskPicture, keepTaskPicture),
  read(links.taskFiledetail, readTaskFile),
  write(links.taskFiledelete, deleteTaskFile),
  read(handoffs.handoffLists, listHandoffs),
  read(handoffs.handoffOptions, handoffOptions),
  write(handoffs.handoffAssign, handOverTask),
  read(projectLog, listLog),
];
