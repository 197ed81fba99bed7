/** Paths under which the server sends a file: stored files and archives, and those of messages, tasks and exports. */
const PATHS = [
  /^\/uploads\//,
  /^\/file\/[^/]+\/./,
  /^\/api\/dialog\/msg\/download$/,
  /^\/api\/project\/task\/(filedown|down)$/,
  /^\/api\/file\/download\/pack$/,
  /^\/api\/(approve|system\/checkin)\/down$/,
];

/**
 * True if an address of the workspace is that of a file rather than a screen: a shell saves it, and opens no window.
 */
export function isDownload(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { pathname, searchParams } = new URL(address);
  if (pathname === '/api/file/content') return searchParams.get('down') === 'yes';
  return PATHS.some((path) => path.test(pathname));
}
