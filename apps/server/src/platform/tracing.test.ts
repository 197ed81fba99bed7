import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { person, startServer, unique } from '#testing/world';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

test('a request is traced to its statements, without values, and continues the caller’s trace', async () => {
  const spans: Span[] = [];
  // A collector that accepts the standard format: OTLP as JSON over HTTP.
  const collector = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString();
    });
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
      for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const databaseUrl = await cloneTemplate(unique('tracing').toLowerCase());
  const server = await startServer({ databaseUrl, tracing: { endpoint, serviceName: 'atrium', ratio: 1 } });
  const ada = await person('ada', { server });
  const traceId = 'a'.repeat(32);
  const headers = { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` };
  const project = await ada.call(projectAdd, { name: 'Secret plan', columns: 'To do' }, headers);
  await ada.call(msgSendtext, { dialog_id: project.dialog_id, text: 'a confidential word' });
  await server.close();
  const root = spans.find(({ name }) => name === 'project/add');
  expect(root).toMatchObject({ traceId, parentSpanId: 'b'.repeat(16) });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['BEGIN', 'INSERT', 'COMMIT']));
  expect(statements.every((each) => each.traceId === traceId)).toBe(true);
  const send = spans.find(({ name }) => name === 'dialog/msg/sendtext');
  expect(send?.traceId).not.toBe(traceId);
  const all = JSON.stringify(spans);
  for (const word of ['Secret plan', 'confidential', ada.token, ada.email]) expect(all).not.toContain(word);
  collector.close();
});
