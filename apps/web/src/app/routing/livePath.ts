/**
 * The path that is reported to the live connection: a file open above its folder counts like a separate window of it.
 */
export const livePath = (path: string): string => path.replace(/^\/manage\/file\/\d+\/(\d+)$/, '/single/file/$1');
