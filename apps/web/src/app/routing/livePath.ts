/** What the live connection is told: whoever has a file open over its folder is where those with a window of it are. */
export const livePath = (path: string): string => path.replace(/^\/manage\/file\/\d+\/(\d+)$/, '/single/file/$1');
