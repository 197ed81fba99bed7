import { type ComponentType, lazy } from 'react';

/** A component that is rarely used, so it loads on demand, with its texts. */
export const lazyStep = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const texts = import('#sync/texts.ts').then(({ loadAllTexts }) => loadAllTexts());
    const [component] = await Promise.all([load(), texts]);
    return { default: component };
  });
