import type { App } from '#platform/app';
import { ExtensionPoint } from '#platform/extensionPoint';

/** A time in which somebody does not work, with its name. */
export interface Absence {
  userid: number;
  name: string;
  from: Date;
  to: Date;
}

/** Sources of absences: people who are away are not reminded to check in, and attendance shows why. */
export const absences = new ExtensionPoint<
  (app: App, userids: readonly number[], from: Date, to: Date) => Promise<Absence[]>
>();

export const absencesIn = async (app: App, userids: readonly number[], from: Date, to: Date): Promise<Absence[]> =>
  (await Promise.all(absences.of(app).map((find) => find(app, userids, from, to)))).flat();
