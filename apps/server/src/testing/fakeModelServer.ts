import http from 'node:http';
import type { AddressInfo } from 'node:net';

interface Asked {
  path: string;
  key: string;
  model: string;
  messages: { role: string; content: string }[];
}

/** A fake model vendor: answers each question by `say`, word by word, in OpenAI's protocol. */
export async function fakeModelServer(say: (asked: Asked) => string | { status: number; message: string }) {
  const asked: Asked[] = [];
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { model, messages } = JSON.parse(Buffer.concat(parts).toString()) as Asked;
      const one = { path: request.url ?? '', key: request.headers.authorization ?? '', model, messages };
      asked.push(one);
      const answer = say(one);
      if (typeof answer !== 'string') {
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { message: answer.message } }));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const chunk = (delta: object, finish_reason: string | null = null) =>
        response.write(
          `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model, choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
        );
      for (const word of answer.split(/(?<= )/)) {
        chunk(word.startsWith('~') ? { reasoning_content: word.slice(1) } : { role: 'assistant', content: word });
      }
      chunk({}, 'stop');
      response.end('data: [DONE]\n\n');
    });
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
