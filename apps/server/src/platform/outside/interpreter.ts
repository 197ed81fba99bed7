/** A recording. */
export interface Sound {
  bytes: Buffer;
  /** The format: mp3 or wav. */
  ext: string;
}

export interface SpeechHints {
  /** The language that is probably spoken: the listener's own. */
  language: string;
  /** The previous messages of the conversation, oldest first: they help to recognize names and terms. */
  context: readonly string[];
}

/**
 * Transcribes recordings and translates text, by an external service. A function that is null is not configured: calls
 * are refused, and clients do not offer it. Anything these throw is reported as a failure that can be retried.
 */
export interface Interpreter {
  transcribe: ((sound: Sound, spoken: SpeechHints, signal: AbortSignal) => Promise<string>) | null;
  /** Translates plain text or Markdown and returns the same format, for a person whose use is counted. */
  translate: ((text: string, language: string, signal: AbortSignal, userid: number) => Promise<string>) | null;
}

export const noInterpreter: Interpreter = { transcribe: null, translate: null };
