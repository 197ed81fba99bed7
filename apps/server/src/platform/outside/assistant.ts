import { guardedFetch, type OpenStream } from './outbound.ts';

/** A part of a question: words, or a picture. */
export type ModelMessagePart = { type: 'text'; text: string } | { type: 'image'; bytes: Buffer; mediaType: string };
export type ModelMessage =
  | { role: 'user'; content: string | ModelMessagePart[] }
  | { role: 'assistant'; content: string };

/** A tool that a model may call while it answers. */
export interface ModelTool {
  name: string;
  description: string;
  /** JSON Schema of its parameters. */
  inputSchema: object;
  /** Returns a text for the model; it never throws. */
  run(input: Record<string, unknown>, signal: AbortSignal): Promise<string>;
}

/** A request to a model, and its address. */
export interface ModelRequest {
  base_url: string;
  key: string;
  model: string;
  /** The randomness of the answer, 0 to 1. */
  temperature: number;
  /** Instructions before the messages. */
  system: string;
  said: ModelMessage[];
  tools?: readonly ModelTool[];
  signal: AbortSignal;
}
/**
 * A chunk of an answer: of its text, or of its reasoning. The last chunk has the cost in tokens, if the vendor reports
 * it.
 */
export type Piece = { kind: 'text' | 'reasoning'; text: string } | { kind: 'usage'; input: number; output: number };
/** Answers chunk by chunk. @throws the vendor's error, or the network's */
export type Assistant = (asked: ModelRequest) => AsyncIterable<Piece>;

/** The most rounds of tool calls in one answer. */
const STEPS = 8;

/**
 * Every vendor in the settings speaks OpenAI's protocol at its address. The client library is loaded on first use: most
 * servers start without.
 */
export function makeAssistant(open: OpenStream): Assistant {
  const fetch = guardedFetch(open);
  return async function* answer({ base_url, key, model, temperature, system, said, tools = [], signal }) {
    const [{ createOpenAICompatible }, ai] = await Promise.all([import('@ai-sdk/openai-compatible'), import('ai')]);
    const provider = createOpenAICompatible({
      name: 'assistant',
      baseURL: base_url,
      fetch,
      includeUsage: true,
      ...(key && { apiKey: key }),
    });
    const { stream } = ai.streamText({
      model: ai.wrapLanguageModel({
        model: provider.chatModel(model),
        // Self-hosted models often write their reasoning into the text itself.
        middleware: ai.extractReasoningMiddleware({ tagName: 'think' }),
      }),
      temperature,
      ...(system && { instructions: system }),
      messages: said.map(wireTurn),
      ...(tools.length > 0 && {
        stopWhen: ai.isStepCount(STEPS),
        tools: Object.fromEntries(
          tools.map((each) => [
            each.name,
            ai.tool({
              description: each.description,
              inputSchema: ai.jsonSchema<Record<string, unknown>>(each.inputSchema),
              execute: (input) => each.run(input, signal),
            }),
          ]),
        ),
      }),
      abortSignal: signal,
      maxRetries: 1,
      // The error is ignored here, because it is thrown below.
      onError: () => {},
    });
    for await (const part of stream) {
      if (part.type === 'text-delta') yield { kind: 'text', text: part.text };
      else if (part.type === 'reasoning-delta') yield { kind: 'reasoning', text: part.text };
      else if (part.type === 'error') throw part.error;
      else if (part.type === 'abort') throw new Error('it took too long');
      else if (part.type === 'finish') {
        const { inputTokens: input, outputTokens: output } = part.totalUsage;
        if (input !== undefined && output !== undefined) yield { kind: 'usage', input, output };
      }
    }
  };
}

const wireTurn = (turn: ModelMessage) =>
  turn.role === 'assistant' || typeof turn.content === 'string'
    ? (turn as { role: 'user' | 'assistant'; content: string })
    : {
        role: 'user' as const,
        content: turn.content.map((part) =>
          part.type === 'text'
            ? part
            : { type: 'file' as const, data: new Uint8Array(part.bytes), mediaType: part.mediaType },
        ),
      };
