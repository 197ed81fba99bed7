/** Several addresses may arrive as one text, as from some keyboards and password managers. */
export const splitAddresses = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => text.split(/[,;\s]+/)).filter(Boolean)),
];
