import { Activity, type ReactNode, useRef } from 'react';
import classes from './KeepAlive.module.css';

/** Hidden ones besides what is shown. */
const MOST = 3;

interface Props {
  /** Of what is shown. */
  id: string;
  /** What was hidden with another mark is made anew. */
  mark: string;
  /** Whether it stays once another takes its place. */
  isKept: boolean;
  children: ReactNode;
}
interface Shown extends Props {
  /** Counts how often it was made anew. */
  times: number;
  /** In turns. */
  shownAt: number;
}

/**
 * Shows one of several things of a kind and keeps those that were shown last as they were: hidden, their effects ended.
 * To show one again costs a part of making it anew. https://react.dev/reference/react/Activity
 */
export function KeepAlive({ id, mark, isKept, children }: Props) {
  // What a drawing that is thrown away leaves here is drawn hidden by the next one, no more.
  const list = useRef<readonly Shown[]>([]);
  const turn = useRef({ id, count: 0 });
  const isBack = turn.current.id !== id;
  if (isBack) turn.current = { id, count: turn.current.count + 1 };
  const { count } = turn.current;
  const before = list.current.find((each) => each.id === id);
  const times = (before?.times ?? 0) + (before && isBack && before.mark !== mark ? 1 : 0);
  const now: Shown = { id, mark, isKept, children, times, shownAt: count };
  const stays = (each: Shown) => each === before || (each.isKept && count - each.shownAt <= MOST);
  // Each keeps its place: what is moved in a page loses how far it was scrolled.
  const kept = list.current.filter(stays).map((each) => (each === before ? now : each));
  list.current = before ? kept : [...kept, now];
  return (
    <div className={classes.box}>
      {list.current.map((each) => (
        <Place key={`${each.id} ${each.times}`} isShown={each === now}>
          {each.children}
        </Place>
      ))}
    </div>
  );
}

interface PlaceProps {
  isShown: boolean;
  children: ReactNode;
}
function Place({ isShown, children }: PlaceProps) {
  return (
    <div className={classes.place} data-away={!isShown || undefined}>
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <div ref={stayLaidOut} className={classes.inner}>
          {children}
        </div>
      </Activity>
    </div>
  );
}

/**
 * `Activity` takes what it hides out of the layout by `style.setProperty('display', 'none')`, each time it draws it, and
 * to lay a list out again is most of showing it. What stands around hides it already (`KeepAlive.module.css`).
 */
function stayLaidOut(inner: HTMLElement | null): void {
  if (!inner) return;
  const style: CSSStyleDeclaration = inner.style;
  style.setProperty = (name, ...rest) => {
    if (name !== 'display') CSSStyleDeclaration.prototype.setProperty.call(style, name, ...rest);
  };
}
