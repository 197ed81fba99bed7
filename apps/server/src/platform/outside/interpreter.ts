/** What somebody said, as it was recorded. */
export interface Sound {
  bytes: Buffer;
  /** mp3 or wav. */
  ext: string;
}

export interface Spoken {
  /** The language that is probably spoken: the listener's own. */
  language: string;
  /** What was written before it in the same conversation, oldest first: names and terms are heard better. */
  context: readonly string[];
}

/**
 * Turns voices into words, and words into another language, by somebody outside. Null is what nobody has set up: it is
 * refused, and clients do not offer it. Whatever these throw is told as a failure that can be tried again.
 */
export interface Interpreter {
  transcribe: ((sound: Sound, spoken: Spoken, signal: AbortSignal) => Promise<string>) | null;
  /** Plain text or Markdown in, the same out. */
  translate: ((text: string, language: string, signal: AbortSignal) => Promise<string>) | null;
}

export const noInterpreter: Interpreter = { transcribe: null, translate: null };
