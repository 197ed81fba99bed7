/** Text for an element's content. */
export function escapeText(text: string): string {
  return storable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Text for an attribute's value between double quotes. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}

/** Without the characters that PostgreSQL or XML cannot hold, halves of surrogate pairs among them. */
export function storable(text: string): string {
  // Control characters are what is looked for.
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '');
}
