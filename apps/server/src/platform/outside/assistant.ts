import { guardedFetch, type OpenStream } from './outbound.ts';

/** A request to a model, and its address. */
export interface Asked {
  base_url: string;
  key: string;
  model: string;
  /** 0 to 1. */
  temperature: number;
  /** Instructions before the messages. */
  system: string;
  said: { role: 'user' | 'assistant'; content: string }[];
  signal: AbortSignal;
}
/** A chunk of an answer: of its text, or of its reasoning. */
export interface Piece {
  kind: 'text' | 'reasoning';
  text: string;
}
/** Answers chunk by chunk. @throws the vendor's error, or the network's */
export type Assistant = (asked: Asked) => AsyncIterable<Piece>;

/**
 * Every vendor in the settings speaks OpenAI's protocol at its address. The client library is loaded on first use: most
 * servers start without.
 */
export function assistantOver(open: OpenStream): Assistant {
  const fetch = guardedFetch(open);
  return async function* answer({ base_url, key, model, temperature, system, said, signal }) {
    const [{ createOpenAICompatible }, { streamText }] = await Promise.all([
      import('@ai-sdk/openai-compatible'),
      import('ai'),
    ]);
    const provider = createOpenAICompatible({
      name: 'assistant',
      baseURL: base_url,
      fetch,
      ...(key && { apiKey: key }),
    });
    const { stream } = streamText({
      model: provider.chatModel(model),
      temperature,
      ...(system && { instructions: system }),
      messages: said,
      abortSignal: signal,
      maxRetries: 1,
      // The error is thrown below.
      onError: () => {},
    });
    for await (const part of stream) {
      if (part.type === 'text-delta') yield { kind: 'text', text: part.text };
      else if (part.type === 'reasoning-delta') yield { kind: 'reasoning', text: part.text };
      else if (part.type === 'error') throw part.error;
      else if (part.type === 'abort') throw new Error('it took too long');
    }
  };
}
