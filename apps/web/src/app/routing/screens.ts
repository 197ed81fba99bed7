import { lazyComponent } from '#sync/store/lazyComponent.ts';

/** Every screen but the sign-in page, with the router. */
export const Screens = lazyComponent(async () => (await import('./router.tsx')).RouterScreens);
