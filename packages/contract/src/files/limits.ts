/** The maximum size of any file, whatever a workspace sets. */
export const FILE_MAX_BYTES = 10 * 1024 * 1024 * 1024;
