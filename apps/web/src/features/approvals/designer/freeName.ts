const MOST = 55;

/** The name, with a number if another form has it. */
export function freeName(name: string, names: readonly string[]): string {
  const taken = new Set(names.map((each) => each.toLowerCase()));
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name.slice(0, MOST)} ${number}`;
  return free;
}
