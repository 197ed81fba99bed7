import { type Static, Type } from 'typebox';
import { Count, call, Line, MaybeFlag, OneOf } from '../kit.ts';
import { FLOW_STATUSES } from './flows.ts';
import { Project } from './projects.ts';

export const PROJECT_TEMPLATES = [
  'sprint',
  'campaign',
  'hiring',
  'event',
  'onboarding',
  'editorial',
  'roadmap',
  'support',
  'sales',
  'move',
] as const;
export type ProjectTemplateId = (typeof PROJECT_TEMPLATES)[number];

/** A project to start from, in the caller's language. */
export const ProjectTemplate = Type.Object({
  id: OneOf(...PROJECT_TEMPLATES),
  name: Type.String(),
  /** The description of the new project. */
  about: Type.String(),
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      /** The example tasks in it. */
      tasks: Type.Array(
        Type.Object({
          name: Type.String(),
          tags: Type.Array(Type.String()),
          /** Days until it is due; 0 without a due date. */
          due: Count(),
          subtasks: Type.Array(Type.String()),
        }),
      ),
    }),
  ),
  statuses: Type.Array(Type.Object({ name: Type.String(), status: OneOf(...FLOW_STATUSES), color: Type.String() })),
  tags: Type.Array(Type.Object({ name: Type.String(), color: Type.String() })),
  /** Instructions for such a project: the description of the example task that has subtasks. */
  note: Type.String(),
});
export type ProjectTemplate = Static<typeof ProjectTemplate>;

export const projectTemplateList = call('project/template/list', {
  summary: 'Lists the templates for new projects in the caller’s language.',
  access: 'user',
  output: Type.Array(ProjectTemplate),
});
export const projectTemplateUse = call('project/template/use', {
  summary: 'Creates a project from a template, in the caller’s language; the caller owns it.',
  access: 'user',
  input: Type.Object({
    template: OneOf(...PROJECT_TEMPLATES),
    name: Line(),
    desc: Type.Optional(Line({ maxLength: 255 })),
    /** Without it, the project begins without tasks. */
    examples: MaybeFlag(),
  }),
  output: Project,
  errors: ['project.name', 'project.add'],
});

export const projectTemplateCalls = [projectTemplateList, projectTemplateUse] as const;
