export const META = 'meta';
export const TABLE = 'table:';

/** True if a storage key has data from the server, which one page stores for all. */
export const isWorkspace = (key: string): boolean => key === META || key.startsWith(TABLE);
