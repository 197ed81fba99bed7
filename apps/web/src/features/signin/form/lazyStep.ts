import { type ComponentType, lazy } from 'react';

/** Makes a component that loads on demand with its texts, because it is rarely used. */
export const lazyStep = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const texts = import('#sync/texts.ts').then(({ loadAllTexts }) => loadAllTexts());
    const [component] = await Promise.all([load(), texts]);
    return { default: component };
  });
