/** The people in a project who see a task: its members, the people of the task only, or those and chosen users. */
export const VISIBILITY = { project: 1, people: 2, chosen: 3 } as const;
export type Visibility = (typeof VISIBILITY)[keyof typeof VISIBILITY];

/** True if everyone in the project sees a task. A task with another visibility is restricted. */
export const isSeenByAll = ({ visibility }: { visibility: number }): boolean => visibility === VISIBILITY.project;
