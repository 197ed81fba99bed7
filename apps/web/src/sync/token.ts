export const TOKEN = 'token';

/** The token of this browser's session; empty if nobody is signed in. */
export const storedToken = (): string => localStorage.getItem(TOKEN) ?? '';
