export const TOKEN = 'token';

/** Of the session that this browser has; empty where nobody is signed in. */
export const storedToken = (): string => localStorage.getItem(TOKEN) ?? '';
