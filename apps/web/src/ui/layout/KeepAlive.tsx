import { Activity, type ReactNode, useRef } from 'react';
import classes from './KeepAlive.module.css';

/** Hidden things beside the shown one. */
const MOST = 3;

interface Props {
  /** Of the shown thing. */
  id: string;
  /** A thing that was hidden with another mark is made again. */
  mark: string;
  /** Whether it stays once another takes its place. */
  isKept: boolean;
  children: ReactNode;
}
interface Shown extends Props {
  /** Counts how often it was made again. */
  times: number;
  /** When it was shown last, in turns. */
  shownAt: number;
}

/**
 * Shows one of several things of a kind and leaves the last ones as they were: hidden, their effects ended. Showing one again
 * costs a fraction of making it again. https://react.dev/reference/react/Activity
 */
export function KeepAlive({ id, mark, isKept, children }: Props) {
  // A render that React discards may leave an entry here: the next one draws it hidden, no more.
  const list = useRef<readonly Shown[]>([]);
  const turn = useRef({ id, count: 0 });
  const isBack = turn.current.id !== id;
  if (isBack) turn.current = { id, count: turn.current.count + 1 };
  const { count } = turn.current;
  const before = list.current.find((each) => each.id === id);
  const times = (before?.times ?? 0) + (before && isBack && before.mark !== mark ? 1 : 0);
  const now: Shown = { id, mark, isKept, children, times, shownAt: count };
  const stays = (each: Shown) => each === before || (each.isKept && count - each.shownAt <= MOST);
  // Each has a fixed place: an element that is moved in a page loses its scroll position.
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
 * laying a list out again is most of showing it. The element around hides it already (`KeepAlive.module.css`). The test
 * "what is hidden stays laid out" fails when React does it another way.
 */
function stayLaidOut(inner: HTMLElement | null): void {
  if (!inner) return;
  const style: CSSStyleDeclaration = inner.style;
  style.setProperty = (name, ...rest) => {
    if (name !== 'display') CSSStyleDeclaration.prototype.setProperty.call(style, name, ...rest);
  };
}
