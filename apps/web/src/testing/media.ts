/** The width, theme and kind of the screen in tests, which jsdom does not support. */
interface Media {
  width?: number;
  isDark?: boolean;
  isTouch?: boolean;
  isPortrait?: boolean;
}

const DESKTOP = 1440;
const EM_PX = 16;
declare global {
  // A worker's files share the document and its components, even when modules are reloaded.
  var mediaOfTests: { now: Required<Media>; queries: Set<EventTarget> } | undefined;
}
globalThis.mediaOfTests ??= {
  now: { width: DESKTOP, isDark: false, isTouch: false, isPortrait: false },
  queries: new Set(),
};
const shared = globalThis.mediaOfTests;

function isMatch(query: string): boolean {
  if (query.includes('prefers-color-scheme')) return shared.now.isDark === query.includes('dark');
  if (query === '(pointer: coarse)') return shared.now.isTouch;
  if (query === '(orientation: portrait)') return shared.now.isPortrait;
  const [, bound, size, unit] = /\((min|max)-width:\s*([\d.]+)(px|em)\)/.exec(query) ?? [];
  if (!bound) return false;
  const px = Number(size) * (unit === 'em' ? EM_PX : 1);
  return bound === 'min' ? shared.now.width >= px : shared.now.width <= px;
}

export function installMedia(): void {
  // https://mantine.dev/guides/vitest
  window.matchMedia = (query: string) => {
    const list = Object.assign(new EventTarget(), {
      media: query,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    });
    Object.defineProperty(list, 'matches', { get: () => isMatch(query) });
    shared.queries.add(list);
    return list as unknown as MediaQueryList;
  };
}

/** Unnamed properties are those of a desktop. Call it within `act` while something is rendered. */
export function setMedia({ width = DESKTOP, isDark = false, isTouch = false, isPortrait = false }: Media): void {
  const now = { width, isDark, isTouch, isPortrait };
  if (JSON.stringify(now) === JSON.stringify(shared.now)) return;
  shared.now = now;
  for (const list of shared.queries) list.dispatchEvent(new Event('change'));
}
