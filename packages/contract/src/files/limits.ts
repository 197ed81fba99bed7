/** The maximum size of any file. A workspace can only set a lower one. */
export const FILE_MAX_BYTES = 10 * 1024 * 1024 * 1024;
