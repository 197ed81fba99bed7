const addresses = import.meta.glob<string>('../../../../../docs/guide/pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});
const byName = new Map(Object.entries(addresses).map(([path, address]) => [path.replace(/^.*\//, ''), address]));

export type Part = { kind: 'text'; text: string } | { kind: 'picture'; address: string; alt: string };

/** An article in parts: a picture is a line of its own, by its name in docs/guide/pictures. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let lines: string[] = [];
  const end = () => {
    const words = lines.join('\n').trim();
    if (words) parts.push({ kind: 'text', text: words });
    lines = [];
  };
  for (const line of text.split('\n')) {
    const [, alt = '', name = ''] = /^!\[(.*)\]\(\.\.\/pictures\/([\w-]+\.webp)\)$/.exec(line) ?? [];
    const address = byName.get(name);
    if (!address) {
      lines.push(line);
      continue;
    }
    end();
    parts.push({ kind: 'picture', address, alt });
  }
  end();
  return parts;
}
