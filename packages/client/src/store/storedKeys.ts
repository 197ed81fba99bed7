export const META = 'meta';
export const TABLE = 'table:';

/** The key of the person whose unsent changes remain after the session ended elsewhere. */
export const UNSENT_OF = 'unsentOf';

const DOCUMENT = 'document:';
/** The storage key of a document's state. */
export const documentKey = (userid: number, fileId: number) => `${DOCUMENT}${userid}:${fileId}`;
export const isDocument = (key: string): boolean => key.startsWith(DOCUMENT);

/** The prefixes of what a person has written and the server may not have: changes, their files, drafts, documents. */
const WRITTEN = ['queue:', 'file:', 'draft:', 'draftSync:', DOCUMENT];
export const isWritten = (key: string): boolean => WRITTEN.some((prefix) => key.startsWith(prefix));

/** True if a storage key has data from the server, which one page stores for all. */
export const isWorkspace = (key: string): boolean => key === META || key.startsWith(TABLE);
