import { expect, test } from 'vitest';
import { readDrawio } from './drawio.ts';

const cells = `<mxCell id="0"/><mxCell id="1" parent="0"/>
  <mxCell id="2" value="Load&lt;br&gt;&lt;img src=x onerror=alert(1)&gt;boats" style="rounded=1;fillColor=#dae8fc;strokeColor=url(https://x)" vertex="1" parent="1"><mxGeometry x="40" y="40" width="120" height="60" as="geometry"/></mxCell>
  <mxCell id="3" value="Ready?" style="rhombus" vertex="1" parent="1"><mxGeometry x="240" y="40" width="100" height="60" as="geometry"/></mxCell>
  <mxCell id="4" value="then" style="dashed=1" edge="1" source="2" target="3" parent="1"><mxGeometry relative="1" as="geometry"/></mxCell>`;

async function deflated(text: string): Promise<string> {
  const stream = new CompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  void writer.write(new TextEncoder().encode(encodeURIComponent(text)));
  void writer.close();
  const bytes = new Uint8Array(await new Response(stream.readable).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}

test('boxes have their places and plain text, lines end at their borders', async () => {
  const [page] = await readDrawio(
    `<mxfile><diagram name="Plan"><mxGraphModel><root>${cells}</root></mxGraphModel></diagram></mxfile>`,
  );
  expect(page!.name).toBe('Plan');
  expect(page!.boxes[0]).toMatchObject({
    x: 40,
    y: 40,
    shape: 'rounded',
    text: 'Load\nboats',
    fill: '#dae8fc',
    stroke: '#1c1e21',
  });
  expect(page!.boxes[1]).toMatchObject({ shape: 'rhombus', text: 'Ready?' });
  expect(page!.lines[0]).toMatchObject({
    text: 'then',
    isDashed: true,
    hasEnd: true,
    points: [
      { x: 160, y: 70 },
      { x: 240, y: 70 },
    ],
  });
});

test('packed pages are unpacked', async () => {
  const packed = await deflated(`<mxGraphModel><root>${cells}</root></mxGraphModel>`);
  const [page] = await readDrawio(`<mxfile><diagram name="A">${packed}</diagram></mxfile>`);
  expect(page!.boxes).toHaveLength(2);
  await expect(readDrawio('<mxfile><diagram>not base64 ###</diagram></mxfile>')).rejects.toMatchObject({
    reason: 'broken',
  });
});
