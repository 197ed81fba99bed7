import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  path: string;
  key: string;
  model: string;
  messages: { role: string; content: string }[];
  tools?: { function: { name: string } }[];
  /** The body of anything but a chat. */
  body: string;
}
/** Text word by word (`~` begins reasoning), an error, a call of a tool, the text of a sound, or words with pauses. */
export type Answer =
  | string
  | { status: number; message: string }
  | { tool: string; input: object }
  | { json: object }
  | { words: readonly string[]; pauseMs: number };

/** A fake model vendor: answers each question by `say` in OpenAI's protocol; other paths are answered with JSON. */
export async function fakeModelServer(say: (asked: ReceivedRequest) => Answer) {
  const asked: ReceivedRequest[] = [];
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    const reply = async () => {
      const body = Buffer.concat(parts).toString('latin1');
      const isJson = String(request.headers['content-type']).includes('json');
      const chat = (isJson ? JSON.parse(Buffer.concat(parts).toString()) : {}) as Partial<ReceivedRequest>;
      const { model = '', messages = [], tools } = chat;
      const one: ReceivedRequest = {
        path: request.url ?? '',
        key: request.headers.authorization ?? '',
        model,
        messages,
        body,
        ...(tools && { tools }),
      };
      asked.push(one);
      const answer = say(one);
      if (typeof answer !== 'string' && ('status' in answer || 'json' in answer)) {
        response.writeHead('json' in answer ? 200 : answer.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify('json' in answer ? answer.json : { error: { message: answer.message } }));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const head = { id: 'x', object: 'chat.completion.chunk', created: 1, model };
      const send = (data: object) => response.write(`data: ${JSON.stringify({ ...head, ...data })}\n\n`);
      const chunk = (delta: object, finish_reason: string | null = null) =>
        send({ choices: [{ index: 0, delta, finish_reason }] });
      if (typeof answer !== 'string' && 'tool' in answer) {
        const call = { name: answer.tool, arguments: JSON.stringify(answer.input) };
        chunk({ tool_calls: [{ index: 0, id: `call_${asked.length}`, type: 'function', function: call }] });
        chunk({}, 'tool_calls');
      } else {
        const words = typeof answer === 'string' ? answer.split(/(?<= )/) : answer.words;
        for (const word of words) {
          if (response.destroyed) return;
          chunk(word.startsWith('~') ? { reasoning_content: word.slice(1) } : { role: 'assistant', content: word });
          if (typeof answer !== 'string') await new Promise((resolve) => setTimeout(resolve, answer.pauseMs));
        }
        chunk({}, 'stop');
      }
      send({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } });
      response.end('data: [DONE]\n\n');
    };
    request.on('end', () => void reply());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/v1`,
    asked,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
