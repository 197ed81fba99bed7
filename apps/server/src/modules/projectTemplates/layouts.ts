import type { FlowStatus } from '@atrium/contract/projects/flows.ts';
import type { ProjectTemplateId } from '@atrium/contract/projects/projectTemplates.ts';

/** An example task: its text is at the same place in the texts. */
interface ExampleTask {
  column: number;
  tags?: readonly number[];
  /** Days until it is due. */
  due?: number;
  /** True if the template's steps are its subtasks. */
  hasSteps?: true;
}

/** The structure of a template, without its texts. */
export interface Layout {
  /**
   * The kind of status of each column: then the workflow has the columns' names, and a task goes to the column of its
   * status. Without it, the columns are topics, and the project has the default workflow.
   */
  stages?: readonly FlowStatus[];
  tasks: readonly ExampleTask[];
}

export const TAG_COLORS = ['#51abea', '#73b45c', '#faaa6c'] as const;

const begin: ExampleTask = { column: 0, due: 3, hasSteps: true };

export const layouts: Record<ProjectTemplateId, Layout> = {
  sprint: {
    stages: ['start', 'progress', 'test', 'end'],
    tasks: [
      begin,
      { column: 0, tags: [1] },
      { column: 0, tags: [2] },
      { column: 1, tags: [0], due: 4 },
      { column: 2, tags: [1], due: 7 },
      { column: 0, due: 14 },
    ],
  },
  campaign: {
    stages: ['start', 'progress', 'test', 'progress', 'end'],
    tasks: [
      begin,
      { column: 0 },
      { column: 1, tags: [2], due: 10 },
      { column: 1, tags: [1], due: 8 },
      { column: 2, tags: [0], due: 5 },
      { column: 0, due: 40 },
    ],
  },
  hiring: {
    stages: ['start', 'progress', 'test', 'end', 'end'],
    tasks: [
      begin,
      { column: 0 },
      { column: 1, tags: [0], due: 6 },
      { column: 0, due: 5 },
      { column: 2, tags: [1], due: 4 },
      { column: 0, tags: [2], due: 7 },
    ],
  },
  event: {
    tasks: [
      { ...begin, tags: [0] },
      { column: 0, tags: [2], due: 14 },
      { column: 1, tags: [1], due: 10 },
      { column: 2, due: 21 },
      { column: 2 },
      { column: 3, due: 60 },
    ],
  },
  onboarding: {
    tasks: [
      { ...begin, tags: [0] },
      { column: 0, tags: [1], due: 5 },
      { column: 1, tags: [1], due: 10 },
      { column: 1, tags: [0], due: 12 },
      { column: 2, tags: [2], due: 30 },
      { column: 3, due: 90 },
    ],
  },
  editorial: {
    stages: ['start', 'progress', 'test', 'progress', 'end'],
    tasks: [
      begin,
      { column: 0, tags: [0] },
      { column: 1, tags: [1], due: 10 },
      { column: 1, tags: [0], due: 14 },
      { column: 2, tags: [2], due: 6 },
      { column: 3, tags: [0], due: 4 },
    ],
  },
  roadmap: {
    tasks: [
      { ...begin, column: 2 },
      { column: 0, tags: [0] },
      { column: 0, tags: [1] },
      { column: 1, tags: [0] },
      { column: 2, tags: [1] },
      { column: 3, tags: [2], due: 21 },
    ],
  },
  support: {
    stages: ['start', 'progress', 'progress', 'end'],
    tasks: [
      begin,
      { column: 0, tags: [2], due: 1 },
      { column: 0, tags: [1], due: 1 },
      { column: 1, tags: [1], due: 1 },
      { column: 2, tags: [0] },
      { column: 0 },
    ],
  },
  sales: {
    stages: ['start', 'progress', 'progress', 'end', 'end'],
    tasks: [
      begin,
      { column: 0, tags: [0], due: 2 },
      { column: 1, tags: [0], due: 4 },
      { column: 1, tags: [1], due: 5 },
      { column: 2, tags: [2], due: 7 },
      { column: 0, due: 7 },
    ],
  },
  move: {
    tasks: [
      begin,
      { column: 1, tags: [0], due: 7 },
      { column: 1, tags: [1], due: 14 },
      { column: 2, tags: [1], due: 5 },
      { column: 3, tags: [2], due: 60 },
      { column: 4, due: 45 },
    ],
  },
};
