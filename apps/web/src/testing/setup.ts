import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { prepareLanguage } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { loadAllTexts } from '#sync/texts.ts';
import { installMedia, setMedia } from './media.ts';
import { withoutOwnerStacks } from './ownerStacks.ts';
import { forgetStores } from './stores.ts';

// Browser features that jsdom lacks. https://mantine.dev/guides/vitest
installMedia();
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
// jsdom's own animation frames stop for good if first used, or if a focused element is removed, under fake timers.
window.requestAnimationFrame = (run) => window.setTimeout(() => run(performance.now()), 16);
window.cancelAnimationFrame = (frame) => window.clearTimeout(frame);
Element.prototype.scrollIntoView = () => {};
Object.assign(document, { fonts: new EventTarget() });
const forget = () => {
  localStorage.clear();
  localStorage.setItem('language', 'en');
};
forget();

configure({
  // Loading may take long on a busy machine.
  asyncUtilTimeout: 20_000,
  // Without the page, which would be printed for each attempt to find something that is not there yet.
  getElementError: (message) => new Error(message ?? undefined),
});
withoutOwnerStacks();
await prepareLanguage();
await loadAllTexts();
// A worker's files share one document: overlays and stored state are removed after each test.
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  // `unstubGlobals` does it before each test, which is too late for the imports of the next file.
  vi.unstubAllGlobals();
  forgetStores();
  setMedia({});
  await client.forget();
  client.setting = null;
  forget();
});
