import { guardedFetch, type OpenStream } from './outbound.ts';

/** What is said to a model, and how it is reached. */
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
/** A piece of an answer: of what it says, or of what it thinks before. */
export interface Piece {
  kind: 'text' | 'reasoning';
  text: string;
}
/** Answers piece by piece. @throws what the model's house says, or the network */
export type Assistant = (asked: Asked) => AsyncIterable<Piece>;

/**
 * Every house that the workspace names speaks OpenAI's protocol at its address. What speaks it is loaded when somebody
 * asks first: most servers start without.
 */
export function assistantOver(open: OpenStream): Assistant {
  const fetch = guardedFetch(open);
  return async function* answer({ base_url, key, model, temperature, system, said, signal }) {
    const [{ createOpenAICompatible }, { streamText }] = await Promise.all([
      import('@ai-sdk/openai-compatible'),
      import('ai'),
    ]);
    const house = createOpenAICompatible({ name: 'assistant', baseURL: base_url, fetch, ...(key && { apiKey: key }) });
    const { stream } = streamText({
      model: house.chatModel(model),
      temperature,
      ...(system && { instructions: system }),
      messages: said,
      abortSignal: signal,
      maxRetries: 1,
      // It is thrown below.
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
