import { create } from 'zustand';

/** An app that is shown, or loaded in the background. */
export interface OpenApp {
  id: string;
  key: string;
  /** A number that is raised when the app is loaded again. */
  turn: number;
  isKept: boolean;
}
interface OpenApps {
  list: readonly OpenApp[];
  /** The id and key of the shown one; '' = none. */
  shown: string;
}

/** Apps in the background besides the shown one. */
const MOST_KEPT = 3;

export const nameOf = ({ id, key }: Pick<OpenApp, 'id' | 'key'>) => `${id}/${key}`;

export const useOpenApps = create<OpenApps>(() => ({ list: [], shown: '' }));

export function showApp(id: string, key: string): void {
  useOpenApps.setState(({ list }) => {
    const name = nameOf({ id, key });
    const isOpen = list.some((each) => nameOf(each) === name);
    return { shown: name, list: isOpen ? list : [...list, { id, key, turn: 0, isKept: false }] };
  });
}

/** Another screen is shown: the app stays only if it asked for that. */
export function leaveApp(id: string, key: string): void {
  useOpenApps.setState(({ list, shown }) => {
    const name = nameOf({ id, key });
    const kept = list.filter((each) => each.isKept || nameOf(each) !== name);
    return { list: kept.slice(-MOST_KEPT), shown: shown === name ? '' : shown };
  });
}

const change = (id: string, key: string, to: (app: OpenApp) => OpenApp) =>
  useOpenApps.setState(({ list }) => ({
    list: list.map((each) => (nameOf(each) === nameOf({ id, key }) ? to(each) : each)),
  }));

export const keepApp = (id: string, key: string, isKept: boolean): void =>
  change(id, key, (each) => (each.isKept === isKept ? each : { ...each, isKept }));

export const reloadApp = (id: string, key: string): void =>
  change(id, key, (each) => ({ ...each, turn: each.turn + 1 }));

export function endApp(id: string, key: string): void {
  useOpenApps.setState(({ list }) => ({ list: list.filter((each) => nameOf(each) !== nameOf({ id, key })) }));
}
