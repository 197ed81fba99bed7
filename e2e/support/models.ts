import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Said {
  messages: { role: string; content: string }[];
}

/** A fake model server in OpenAI's protocol: answers what `say` makes of the last message. */
export async function startModels(say: (words: string) => string) {
  const asked: Said[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const said = (await json(request)) as Said;
    asked.push(said);
    const delta = { role: 'assistant', content: say(said.messages.at(-1)?.content ?? '') };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
    );
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, url: `http://${host}/v1`, asked, close: () => server.close() };
}
