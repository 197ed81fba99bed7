import { useEffect, useRef } from 'react';
import { BANNER_MS, BANNER_SWIPE_PX, closeBanner, useBanner } from './banner.ts';
import classes from './PhoneBanner.module.css';

interface Props {
  /** Called when a banner appears. */
  onShow: () => void;
}

/** The banner that is shown, if any: a tap opens it, a swipe up or a while closes it. */
export function PhoneBanner({ onShow }: Props) {
  const { id, shown } = useBanner();
  const appear = useRef(onShow);
  appear.current = onShow;
  const from = useRef<number | null>(null);
  const durationMs = shown?.durationMs ?? BANNER_MS;
  const isShown = shown !== null;
  useEffect(() => {
    // `id` is a dependency, so that a newer banner starts the timer again.
    if (!isShown || id === 0) return;
    appear.current();
    if (durationMs <= 0) return;
    const timer = setTimeout(closeBanner, durationMs);
    return () => clearTimeout(timer);
  }, [id, isShown, durationMs]);
  if (!shown) return null;
  return (
    <div className={classes.place} role="status">
      <button
        type="button"
        className={classes.banner}
        onClick={() => {
          closeBanner();
          shown.onTap();
        }}
        onTouchStart={({ touches }) => {
          from.current = touches[0]?.clientY ?? null;
        }}
        onTouchMove={({ touches }) => {
          const y = touches[0]?.clientY;
          if (from.current !== null && y !== undefined && from.current - y > BANNER_SWIPE_PX) closeBanner();
        }}
      >
        {shown.icon && <img src={shown.icon} alt="" className={classes.icon} width={36} height={36} />}
        <span className={classes.words}>
          <strong className="truncate">{shown.title}</strong>
          <span className="truncate">{shown.text}</span>
        </span>
      </button>
    </div>
  );
}
