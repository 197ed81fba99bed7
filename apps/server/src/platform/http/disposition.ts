import { create } from 'content-disposition';

/** The header that names a download: in ASCII for old programs, and in full (RFC 6266). */
export const disposition = (name: string, type: 'attachment' | 'inline' = 'attachment'): string =>
  create(name, { type });
