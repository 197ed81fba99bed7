import { Agent, type IncomingHttpHeaders, request } from 'node:http';

const connections = new Agent({ keepAlive: true });

export interface Asked {
  method: string;
  headers: Record<string, string>;
  body?: string | null | undefined;
}

export interface Answered {
  status: number;
  text: string;
  headers: IncomingHttpHeaders;
}

/** As `fetch` without streams, for a third of its processor time: most of what tests do is calls. */
export function ask(url: string, { method, headers, body }: Asked): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: connections, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer
        .on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }))
        .on('error', reject);
    });
    asked.on('error', reject).end(body ?? undefined);
  });
}
