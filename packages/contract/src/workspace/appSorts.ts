import { type Static, Type } from 'typebox';
import { call, Id, Line, ListOf } from '../kit.ts';
import { APP_LIMITS } from './microApps.ts';

const ProjectFolder = Type.Object({
  name: Line({ minLength: 1, maxLength: 60 }),
  projects: ListOf(Id(), APP_LIMITS.sorts),
});

const AppOrder = Type.Object({
  base: Type.Array(Type.String()),
  admin: Type.Array(Type.String()),
  /** Entries of the sidebar in order; those that are in neither list follow, if they are shown by default. */
  side: Type.Array(Type.String()),
  hidden: Type.Array(Type.String()),
  /** The tabs of a phone’s bottom bar; empty = the usual ones. */
  bar: Type.Array(Type.String()),
  /** The sidebar’s projects in order, and the folders that hold some of them. */
  projects: Type.Array(Id()),
  folders: Type.Array(Type.Object({ name: Type.String(), projects: Type.Array(Id()) })),
  /** The sidebar’s favorites in order, such as `task:12`; new ones come first. */
  favorites: Type.Array(Type.String()),
});
export type AppOrder = Static<typeof AppOrder>;
export const NO_SORTS: AppOrder = {
  base: [],
  admin: [],
  side: [],
  hidden: [],
  bar: [],
  projects: [],
  folders: [],
  favorites: [],
};

export const appSort = call('users/appsort', {
  summary:
    'Returns the order in which the caller has the apps, such as `system:calendar` and `micro:absences`, and how they arranged the sidebar.',
  access: 'user',
  output: Type.Object({ sorts: AppOrder }),
});

export const appSortSave = call('users/appsort/save', {
  summary:
    'Stores the caller’s order of the apps; without `sorts` the usual order is back. What is not given of the sidebar stays as it is.',
  access: 'user',
  input: Type.Object({
    sorts: Type.Optional(
      Type.Object(
        {
          base: Type.Optional(ListOf(Line({ maxLength: 100 }), APP_LIMITS.sorts)),
          admin: Type.Optional(ListOf(Line({ maxLength: 100 }), APP_LIMITS.sorts)),
          side: Type.Optional(ListOf(Line({ maxLength: 100 }), APP_LIMITS.sorts)),
          hidden: Type.Optional(ListOf(Line({ maxLength: 100 }), APP_LIMITS.sorts)),
          bar: Type.Optional(ListOf(Line({ maxLength: 100 }), 5)),
          projects: Type.Optional(ListOf(Id(), 2000)),
          folders: Type.Optional(ListOf(ProjectFolder, 50)),
          favorites: Type.Optional(ListOf(Line({ maxLength: 100 }), APP_LIMITS.sorts)),
        },
        { wire: 'object' },
      ),
    ),
  }),
  output: Type.Object({ sorts: AppOrder }),
});

export const appSortCalls = [appSort, appSortSave] as const;
