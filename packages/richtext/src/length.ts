/** The number of characters that count toward a text's limit: pictures do not, however long their address. */
export function textLength(text: string): number {
  let length = 0;
  for (const part of withoutImages(text)) length += codePoints(part);
  return length;
}

/** A loop, because `<img[^>]*>` on many `<img` without an end is quadratic. */
function* withoutImages(text: string): Generator<string> {
  const image = /<img(?=[\s/>])/gi;
  let from = 0;
  for (let found = image.exec(text); found; found = image.exec(text)) {
    const end = text.indexOf('>', found.index);
    if (end < 0) break;
    yield text.slice(from, found.index);
    from = end + 1;
    image.lastIndex = from;
  }
  yield text.slice(from);
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
