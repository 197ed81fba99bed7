import { ConfigError } from '../config.ts';

/** The command line of `npm run import` and the counts in its report. */

export interface ImportOrder {
  kind: 'trello' | 'slack';
  path: string;
  isDryRun: boolean;
  /** True to download files that are stored at the other product. */
  withFiles: boolean;
  /** Email of the account that owns the imported projects; the first administrator by default. */
  owner: string | undefined;
}

/**
 * Parses the command line. An unknown argument stops the import, because an import cannot be undone.
 *
 * @returns null  if the kind or the path is missing: the usage is printed
 * @throws ConfigError
 */
export function readOrder(args: readonly string[]): ImportOrder | null {
  const named: string[] = [];
  let isDryRun = false;
  let withFiles = false;
  let owner: string | undefined;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    if (arg === '--dry-run') isDryRun = true;
    else if (arg === '--files') withFiles = true;
    else if (arg === '--owner') {
      owner = args[++index];
      if (!owner || owner.startsWith('-')) throw new ConfigError("--owner requires an account's email.");
    } else if (arg.startsWith('-')) {
      throw new ConfigError(`Unknown option: ${arg}. The options are --dry-run, --files and --owner EMAIL.`);
    } else named.push(arg);
  }
  const [kind, path, surplus] = named;
  if ((kind !== 'trello' && kind !== 'slack') || !path) return null;
  if (surplus !== undefined) throw new ConfigError(`Unexpected argument: ${surplus}.`);
  return { kind, path, isDryRun, withFiles, owner };
}

const SINGULAR: Record<string, string> = {
  people: 'person',
  checklist_items: 'checklist item',
  dialogs: 'conversation',
};
const PLURAL: Record<string, string> = { checklist_items: 'checklist items', dialogs: 'conversations' };

/** `     1 project`; kinds with a count of 0 are left out. */
export function countLines(counts: Record<string, number>): string[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => {
      const word = count === 1 ? (SINGULAR[kind] ?? kind.replace(/s$/, '')) : (PLURAL[kind] ?? kind);
      return `  ${String(count).padStart(6)} ${word}`;
    });
}
