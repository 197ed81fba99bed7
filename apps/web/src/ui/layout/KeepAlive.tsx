import { Activity, type ReactNode, useRef } from 'react';
import classes from './KeepAlive.module.css';

/** The number of hidden views besides the shown one. */
const MOST = 3;

interface Props {
  /** Id of the visible view. */
  id: string;
  /** A view hidden with another mark is remounted. */
  mark: string;
  /** True to keep it mounted when another replaces it. */
  isKept: boolean;
  children: ReactNode;
}
interface Shown extends Props {
  /** The number of remounts. */
  times: number;
  /** The turn in which it was last shown. */
  shownAt: number;
}

/**
 * Shows one of several views and leaves the last ones mounted: hidden, with their effects ended. Showing one again
 * costs a fraction of mounting it. https://react.dev/reference/react/Activity
 */
export function KeepAlive({ id, mark, isKept, children }: Props) {
  // The views. A render that React discards may leave an entry here, which the next one renders hidden; that is
  // harmless.
  const list = useRef<readonly Shown[]>([]);
  const turn = useRef({ id, count: 0 });
  const isBack = turn.current.id !== id;
  if (isBack) turn.current = { id, count: turn.current.count + 1 };
  const { count } = turn.current;
  const before = list.current.find((each) => each.id === id);
  const times = (before?.times ?? 0) + (before && isBack && before.mark !== mark ? 1 : 0);
  const now: Shown = { id, mark, isKept, children, times, shownAt: count };
  const stays = (each: Shown) => each === before || (each.isKept && count - each.shownAt <= MOST);
  // Each view has a fixed position, because a moved element loses its scroll position.
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
 * `Activity` removes hidden content from the layout by `style.setProperty('display', 'none')` with each render, and a
 * new layout of a list is most of the cost of showing it. The element around hides it already (`KeepAlive.module.css`).
 * The test "a hidden view stays laid out" fails if React changes this.
 */
function stayLaidOut(inner: HTMLElement | null): void {
  if (!inner) return;
  const style: CSSStyleDeclaration = inner.style;
  style.setProperty = (name, ...rest) => {
    if (name !== 'display') CSSStyleDeclaration.prototype.setProperty.call(style, name, ...rest);
  };
}
