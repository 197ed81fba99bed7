import { isWithinBudget, withUnit } from './report.ts';
import type { Results } from './results.ts';

const BEGIN = '<!-- Table of budgets: made by `npm run performance`, not by hand. -->';
const END = '<!-- End of the table of budgets. -->';
const HEAD = ['what', 'budget', 'last figure', 'result', 'date', 'command'];

/** A row of the page: the name of a bench's row, and its name on the page. */
export interface Entry {
  bench: string;
  row: string;
  label: string;
  /** The options with which the bench measures this row. */
  options?: string;
}

/** The rows of docs/performance.md, in order. Every one has a budget; a bench prints more. */
export const entries: readonly Entry[] = [
  { bench: 'send', row: '20 x 50 share of the floor', label: 'Send at full speed, 20 chats of 50: share of the floor' },
  { bench: 'send', row: '50 x 2 share of the floor', label: 'Send at full speed, 50 chats of 2: share of the floor' },
  {
    bench: 'send',
    row: '20 x 50 at 100/s delivery p99, Atrium',
    label: 'Delivery at 100 messages a second, p99 (budget: twice the floor)',
  },
  {
    bench: 'send',
    row: '20 x 50 at 100/s database CPU, Atrium',
    label: 'Database CPU per message at 100 messages a second (budget: 1.9 times the floor)',
  },
  { bench: 'send', row: '20 x 50 lost', label: 'Deliveries lost or doubled' },
  {
    bench: 'webhooks',
    row: 'delivery p99',
    label: 'Delivery of 200 incoming webhook messages a second into 50 groups, p99',
  },
  {
    bench: 'cluster',
    row: 'three nodes: share of three separate servers',
    label: 'Three nodes on one machine: share of what three separate servers carry',
  },
  { bench: 'documents', row: 'keystroke painted, p99', label: 'Keystroke in a document with 10 writers, p99' },
  { bench: 'sockets', row: '10000 sockets: memory for each', label: 'Memory of an idle socket, 10,000 open' },
  { bench: 'read', row: '1,000,000: dialog list, p99', label: 'List of chats among 1 M messages, p99' },
  {
    bench: 'search',
    row: '3,500,000: all of these, p99',
    label: 'Search in 3.5 M messages, p99',
    options: '--to 3500000',
  },
  {
    bench: 'tasks',
    row: 'create a task, one after the other: share of the rows committed',
    label: 'Tasks created one after the other: share of the rows that the database commits',
  },
  { bench: 'tasks', row: 'create a task, 16 at once', label: 'Tasks created by 16 people at once' },
  {
    bench: 'tasks',
    row: 'board of 2000 tasks over the wire, median',
    label: 'Board of 2,000 tasks over the wire, p50',
  },
  { bench: 'tasks', row: 'move a card: seen by another, p99', label: 'Card moved: seen by another person, p99' },
  { bench: 'tasks', row: '100,000 tasks: tasks of a project, p99', label: 'Tasks of a project among 100 k, p99' },
  { bench: 'web', row: 'sign-in page: JS', label: 'Sign-in page, JavaScript (gzip)' },
  { bench: 'web', row: 'messenger ready to type: JS', label: 'Messenger ready to type, JavaScript (gzip)' },
  { bench: 'web', row: 'open a cached dialog', label: 'Open a cached chat, until it is painted' },
  {
    bench: 'web',
    row: 'scroll a conversation of 20,000: tasks over 50 ms',
    label: 'Scroll a chat of 20,000 messages: tasks over 50 ms',
  },
  { bench: 'web', row: 'board of 10,000 tasks, first time', label: 'Board of 10,000 tasks painted, first time' },
  { bench: 'web', row: 'without a server: board of 2,000 tasks', label: 'Board of 2,000 tasks opened offline' },
  { bench: 'start', row: 'start', label: 'Start on an installed tree' },
  { bench: 'start', row: 'first start with --demo', label: 'First start with the demo workspace' },
  { bench: 'start', row: 'idle memory, server and database', label: 'Idle memory, server and database' },
];

/** The page with its table generated from the recorded results. Throws if the page has no place for a table. */
export function withTable(page: string, results: readonly Results[], wanted: readonly Entry[] = entries): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The page needs a line "${BEGIN}" and a line "${END}" below it.`);
  const rows = wanted.map((entry) => cellsOf(entry, results));
  return `${page.slice(0, begin + BEGIN.length)}\n\n${markdown([HEAD, ...rows])}\n\n${page.slice(end)}`;
}

function cellsOf({ bench, row: what, label, options }: Entry, results: readonly Results[]): string[] {
  const command = `\`npm run bench -- ${[bench, options].filter(Boolean).join(' ')}\``;
  const runs = results.find((each) => each.bench === bench)?.runs ?? [];
  const run = runs.find(({ rows }) => rows.some((row) => row.what === what));
  const row = run?.rows.find((each) => each.what === what);
  if (!run || !row) return [label, '', 'not measured', '', '', command];
  const { figure, unit, atMost, atLeast } = row;
  const budget = atMost === undefined ? atLeast : atMost;
  if (budget === undefined) throw new Error(`"${what}" of ${bench} has no budget.`);
  const limit = `${atMost === undefined ? 'at least' : 'at most'} ${withUnit(budget, unit)}`;
  return [label, limit, withUnit(figure, unit), isWithinBudget(row) ? 'kept' : '**missed**', run.date, command];
}

/** Aligned like the formatter's tables, so that `npm run format` does not change the page. */
function markdown(table: readonly string[][]): string {
  const widths = HEAD.map((_, column) => Math.max(3, ...table.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  const [head = [], ...rows] = table;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
