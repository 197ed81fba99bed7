import { me } from '#sync/account.ts';

/** How far a person is with setting up: kept on their device, where they go on. What they entered is on the server. */
const keyOf = (what: string) => `${what}.${me()?.userid ?? 0}`;

const DONE = 'done';
/** The step they left at; '' before they began. */
export const readStep = (): string => localStorage.getItem(keyOf('setup')) ?? '';
export const keepStep = (step: string): void => localStorage.setItem(keyOf('setup'), step);
export const finishSetup = (): void => keepStep(DONE);
/** Whether somebody began and stopped before the end. */
export const isSetupOpen = (): boolean => !['', DONE].includes(readStep());

const WANTED = 'wanted';
/** The tour is for people who join a workspace that others have set up. */
export const wantTour = (): void => localStorage.setItem(keyOf('tour'), WANTED);
export const isTourWanted = (): boolean => localStorage.getItem(keyOf('tour')) === WANTED;
export const endTour = (): void => localStorage.removeItem(keyOf('tour'));
