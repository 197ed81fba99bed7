/** Replaces a library of 5 MB whose dialog is not offered. */
export function parseMermaidToExcalidraw(): never {
  throw new Error('Diagrams from text are not offered here.');
}
