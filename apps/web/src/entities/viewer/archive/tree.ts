export interface Branch {
  name: string;
  /** The bytes of a file, or of everything in a folder. */
  size: number;
  /** The entries of a folder; undefined for a file. */
  children: Branch[] | undefined;
}

const MAX_DEPTH = 40;

/** Entries of an archive as a tree: folders first, then by name. */
export function treeOf(
  entries: readonly { name: string; size: number; isFolder: boolean }[],
  locale: string,
): Branch[] {
  const root: Branch = { name: '', size: 0, children: [] };
  const folders = new Map<string, Branch>([['', root]]);
  const folderAt = (path: readonly string[]): Branch => {
    const key = path.join('/');
    const known = folders.get(key);
    if (known) return known;
    const made: Branch = { name: path.at(-1) ?? '', size: 0, children: [] };
    folders.set(key, made);
    folderAt(path.slice(0, -1)).children?.push(made);
    return made;
  };
  for (const entry of entries) {
    // `..` and absolute paths are only names here, because nothing is written anywhere.
    const path = entry.name
      .replaceAll('\\', '/')
      .split('/')
      .filter((step) => step !== '' && step !== '.')
      .slice(0, MAX_DEPTH);
    const name = path.at(-1);
    if (name === undefined) continue;
    if (entry.isFolder) {
      folderAt(path);
      continue;
    }
    folderAt(path.slice(0, -1)).children?.push({ name, size: entry.size, children: undefined });
    for (let depth = 0; depth < path.length; depth++) folderAt(path.slice(0, depth)).size += entry.size;
  }
  const { compare } = new Intl.Collator(locale, { numeric: true });
  for (const { children } of folders.values()) {
    children?.sort(
      (a, b) => Number(b.children !== undefined) - Number(a.children !== undefined) || compare(a.name, b.name),
    );
  }
  return root.children ?? [];
}
