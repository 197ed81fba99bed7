import { type ComponentType, lazy } from 'react';
import { loadAllTexts } from '#sync/language.ts';

/** A component that is rarely used, so it loads on demand, with its texts. */
export const lazyStep = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const [component] = await Promise.all([load(), loadAllTexts()]);
    return { default: component };
  });
