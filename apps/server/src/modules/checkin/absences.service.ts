import type { App } from '#platform/app';
import { ExtensionPoint } from '#platform/extensionPoint';

/** A time in which somebody does not work, and what that is called. */
export interface Absence {
  userid: number;
  name: string;
  from: Date;
  to: Date;
}

/** Who knows that people are away: nobody is reminded to check in then, and attendance says so. */
export const absences = new ExtensionPoint<
  (app: App, userids: readonly number[], from: Date, to: Date) => Promise<Absence[]>
>();

export const absencesIn = async (app: App, userids: readonly number[], from: Date, to: Date): Promise<Absence[]> =>
  (await Promise.all(absences.of(app).map((find) => find(app, userids, from, to)))).flat();
