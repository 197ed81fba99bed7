import { create } from 'zustand';

/** News at the upper edge of a phone. */
export interface Banner {
  title: string;
  text: string;
  icon: string;
  onTap: () => void;
  /** The time until it closes; 0 or less = it stays. */
  durationMs?: number;
}

export const BANNER_MS = 6000;
/** A swipe up this far closes it. */
export const BANNER_SWIPE_PX = 10;

/** A newer banner replaces an older one; `id` distinguishes them. */
export const useBanner = create<{ id: number; shown: Banner | null }>(() => ({ id: 0, shown: null }));

export const showBanner = (shown: Banner): void => useBanner.setState(({ id }) => ({ id: id + 1, shown }));
export const closeBanner = (): void => useBanner.setState({ shown: null });
