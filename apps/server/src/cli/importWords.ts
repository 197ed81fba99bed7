import { ConfigError } from '../config.ts';

/** The words of `npm run import`: prompts, and counts of what the report lists. */

export interface ImportOrder {
  kind: 'trello' | 'slack';
  path: string;
  isDryRun: boolean;
  /** Whether to download files that are stored at the other product. */
  withFiles: boolean;
  /** E-mail of the account that owns the imported projects; the first administrator by default. */
  owner: string | undefined;
}

/**
 * Parses the command line. An unknown word stops the import, because an import cannot be undone.
 *
 * @returns null  if nothing can be done and the usage is to be shown
 * @throws ConfigError
 */
export function readOrder(words: readonly string[]): ImportOrder | null {
  const named: string[] = [];
  let isDryRun = false;
  let withFiles = false;
  let owner: string | undefined;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === '--dry-run') isDryRun = true;
    else if (word === '--files') withFiles = true;
    else if (word === '--owner') {
      owner = words[++index];
      if (!owner || owner.startsWith('-'))
        throw new ConfigError('--owner needs the e-mail of somebody here behind it.');
    } else if (word.startsWith('-')) {
      throw new ConfigError(`There is no option ${word}; there are --dry-run, --files and --owner E-MAIL.`);
    } else named.push(word);
  }
  const [kind, path, surplus] = named;
  if ((kind !== 'trello' && kind !== 'slack') || !path) return null;
  if (surplus !== undefined) throw new ConfigError(`One export at a time: what is ${surplus} for?`);
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
