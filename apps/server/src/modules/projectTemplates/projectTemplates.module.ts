import * as contract from '@atrium/contract/projects/projectTemplates.ts';
import { read, write } from '#platform/http/route';
import type { Module } from '#platform/module';
import { createFromTemplate } from './createFromTemplate.service.ts';
import { templatesIn } from './templates.service.ts';

export const projectTemplatesModule: Module = {
  name: 'projectTemplates',
  routes: [
    read(contract.projectTemplateList, ({ caller }) => templatesIn(caller.lang)),
    write(contract.projectTemplateUse, createFromTemplate),
  ],
};
