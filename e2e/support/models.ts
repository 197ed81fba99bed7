import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Said {
  messages: { role: string; content: string }[];
}

/**
 * A fake model server in OpenAI's protocol: answers what `say` makes of the last message, and every recording; a number
 * is a status that fails.
 */
export async function startModels(say: (words: string) => string | number) {
  const asked: Said[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const isVoice = request.url?.endsWith('/audio/transcriptions') ?? false;
    const said = isVoice ? { messages: [] } : (JSON.parse(body) as Said);
    if (!isVoice) asked.push(said);
    const content = say(said.messages.at(-1)?.content ?? '');
    if (typeof content === 'number') {
      response.writeHead(content, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ error: { message: 'No credit left' } }));
    }
    if (isVoice) {
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ text: content }));
    }
    const delta = { role: 'assistant', content };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    return response.end(
      `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
    );
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, url: `http://${host}/v1`, asked, close: () => server.close() };
}
