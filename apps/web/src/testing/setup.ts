import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { loadTexts, prepareLanguage } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { installMedia, setMedia } from './media.ts';
import { forgetStores } from './stores.ts';

// What a page has and jsdom lacks. https://mantine.dev/guides/vitest
installMedia();
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
// jsdom's own frames end for good where the first one is asked for, or something with the focus goes, under fake timers.
window.requestAnimationFrame = (run) => window.setTimeout(() => run(performance.now()), 16);
window.cancelAnimationFrame = (frame) => window.clearTimeout(frame);
Element.prototype.scrollIntoView = () => {};
Object.assign(document, { fonts: new EventTarget() });
const forget = () => {
  localStorage.clear();
  localStorage.setItem('language', 'en');
};
forget();

// What comes later may take its time on a busy machine.
configure({ asyncUtilTimeout: 20_000 });
await prepareLanguage();
await loadTexts();
// A worker's files share one document: what stands over the screens goes with the test that showed it, and so does
// what it had remembered.
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  forgetStores();
  setMedia({});
  await client.forget();
  client.setting = null;
  forget();
});
