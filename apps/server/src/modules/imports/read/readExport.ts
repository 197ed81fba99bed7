import { readFile, stat } from 'node:fs/promises';
import { type ImportPlan, ImportRefused } from '../imports.plan.ts';
import { parseTrello } from '../trello/trello.parse.ts';
import { folderFiles, MAX_FILE_BYTES, zipFiles } from './exportFiles.ts';

/**
 * Parses a file into a plan: a board's JSON, or a zip or folder of a Slack workspace.
 *
 * @throws ImportRefused
 */
export async function readExport(kind: ImportPlan['source'], path: string): Promise<ImportPlan> {
  const found = await stat(path);
  if (kind === 'trello') {
    if (found.size > MAX_FILE_BYTES) throw new ImportRefused('import.too_large');
    return parseTrello(await readFile(path, 'utf8'));
  }
  // Loading the HTML sanitizer takes most of a second, which a board does not need.
  const { parseSlack } = await import('../slack/slack.parse.ts');
  if (found.isDirectory()) return parseSlack(await folderFiles(path));
  const files = await zipFiles(path);
  try {
    return await parseSlack(files);
  } finally {
    files.close();
  }
}
