/**
 * The mark of the code block that is open after a line of Markdown, '' if none is. It is closed by the same mark, as
 * long as the first one or longer, with nothing behind it: a line such as three backticks and a language opens one only.
 */
export function fenceAfter(line: string, open: string): string {
  const [begin = '', mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
  if (mark === undefined) return open;
  const rest = line.slice(begin.length);
  if (open === '') return mark.startsWith('`') && rest.includes('`') ? '' : mark;
  return mark.startsWith(open) && rest.trim() === '' ? '' : open;
}
