import { host } from '#host/browser.ts';

const CAP = 120;
const KEPT = 100;
const routes: string[] = [];

/** Adds a visited route; above 120 entries the history is cut to the last 100. */
export function pushRoute(list: string[], route: string): void {
  if (list.at(-1) === route) return;
  list.push(route);
  if (list.length > CAP) list.splice(0, list.length - KEPT);
}

/** Leaves the current route: returns the one before it, or the start page if there is none. */
export function popRoute(list: string[]): string {
  list.pop();
  return list.at(-1) ?? '/';
}

export const noteRoute = (route: string) => pushRoute(routes, route);
export const previousRoute = () => popRoute(routes);

/**
 * The id of the project in the address; 0 on other screens. The address changes at once: on a slow device the screen
 * follows later, and a task created meanwhile belongs to this project.
 */
export const projectHere = () => Number(/^\/manage\/project\/(\d{1,9})\b/.exec(host.place())?.[1] ?? 0);
