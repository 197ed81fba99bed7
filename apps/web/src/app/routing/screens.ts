import { part } from '#sync/store/part.ts';

/** Every screen but the sign-in page, with the router. */
export const Screens = part(async () => (await import('./router.tsx')).RouterScreens);
