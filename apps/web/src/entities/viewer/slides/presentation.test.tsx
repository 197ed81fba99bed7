import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storedZip } from '../zip/storedZip.ts';
import { openPresentation } from './presentation.ts';
import { SlidePicture } from './SlidePicture.tsx';

const utf8 = (text: string) => new TextEncoder().encode(text);
const NS = 'xmlns:a="http://a" xmlns:p="http://p" xmlns:r="http://r"';
const rels = (...list: [id: string, type: string, target: string, isOutside?: boolean][]) =>
  `<R xmlns="x">${list
    .map(
      ([id, type, target, isOutside]) =>
        `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"${isOutside ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</R>`;
const box = (x: number, y: number, cx: number, cy: number) =>
  `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>`;

function presentation(shapes: string) {
  const parts: Record<string, string> = {
    '_rels/.rels': rels(['1', 'officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `<p:presentation ${NS} firstSlideNum="7"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst><p:sldSz cx="9525000" cy="4762500"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': rels(['r1', 'slide', 'slides/s1.xml']),
    'ppt/slides/s1.xml': `<p:sld ${NS}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/s1.xml.rels': rels(
      ['l', 'slideLayout', '../slideLayouts/l.xml'],
      ['pic', 'image', '../media/a.png'],
      ['emf', 'image', '../media/b.emf'],
      ['dia', 'diagramData', '../diagrams/data.xml'],
      ['drw', 'diagramDrawing', '../diagrams/drawing.xml'],
      ['web', 'hyperlink', 'https://example.com/', true],
      ['bad', 'hyperlink', 'javascript:alert(1)', true],
    ),
    'ppt/diagrams/data.xml':
      '<d:dataModel xmlns:d="http://d"><d:ext><s:dataModelExt xmlns:s="http://s" relId="drw"/></d:ext></d:dataModel>',
    'ppt/diagrams/drawing.xml': `<s:drawing xmlns:s="http://s" ${NS}><s:spTree><s:sp><s:nvSpPr><s:cNvPr id="0"/></s:nvSpPr><s:spPr>${box(95_250, 0, 476_250, 95_250)}</s:spPr><s:txBody><a:bodyPr/><a:p><a:r><a:t>Step 1</a:t></a:r></a:p></s:txBody></s:sp></s:spTree></s:drawing>`,
    'ppt/media/a.png': 'png',
    'ppt/media/b.emf': 'emf',
    'ppt/slideLayouts/l.xml': `<p:sldLayout ${NS}><p:cSld><p:spTree><p:sp><p:nvSpPr><p:cNvPr id="1"/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:spPr>${box(952500, 95250, 4762500, 952500)}</p:spPr><p:txBody><a:bodyPr anchor="b"/><a:p><a:r><a:t>Click to edit</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sldLayout>`,
    'ppt/slideLayouts/_rels/l.xml.rels': rels(['m', 'slideMaster', '../slideMasters/m.xml']),
    'ppt/slideMasters/m.xml': `<p:sldMaster ${NS}><p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill></p:bgPr></p:bg><p:spTree/></p:cSld><p:clrMap bg1="dk1" tx1="lt1"/><p:txStyles><p:titleStyle><a:lvl1pPr algn="ctr"><a:defRPr sz="4400" b="1"/></a:lvl1pPr></p:titleStyle></p:txStyles></p:sldMaster>`,
    'ppt/slideMasters/_rels/m.xml.rels': rels(['t', 'theme', '../theme/t.xml']),
    'ppt/theme/t.xml': `<a:theme ${NS}><a:clrScheme><a:dk1><a:sysClr val="windowText" lastClr="102030"/></a:dk1><a:lt1><a:srgbClr val="FFFFFF"/></a:lt1><a:accent1><a:srgbClr val="2563B0"/></a:accent1></a:clrScheme></a:theme>`,
  };
  return openPresentation(storedZip(Object.entries(parts).map(([name, text]) => ({ name, bytes: utf8(text) }))));
}

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }));
});
afterEach(() => vi.unstubAllGlobals());

async function drawn(shapes: string) {
  const open = await presentation(shapes);
  const slide = await open.slide(0);
  const { container } = render(<SlidePicture slide={slide} width={open.width} height={open.height} />);
  return { open, slide, container };
}

const title =
  '<p:sp><p:nvSpPr><p:cNvPr id="2"/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:rPr/><a:t>Tides &lt;b&gt;</a:t></a:r></a:p></p:txBody></p:sp>';

test('a title takes its place, size and alignment from layout and master, the background from the theme', async () => {
  const { open, slide, container } = await drawn(title);
  expect([open.width, open.height, open.count]).toEqual([1000, 500, 1]);
  expect(slide.background).toEqual({ kind: 'color', color: '#102030' });
  const [shape] = slide.shapes;
  // The layout's own prompt is not drawn.
  expect(slide.shapes).toHaveLength(1);
  expect([shape!.x, shape!.y, shape!.width]).toEqual([100, 10, 500]);
  expect(shape!.text).toMatchObject({
    anchor: 'end',
    paragraphs: [{ align: 'center', runs: [{ isBold: true, text: 'Tides <b>' }] }],
  });
  expect(Math.round(shape!.text!.paragraphs[0]!.runs[0]!.size)).toBe(59);
  expect(container.textContent).toBe('Tides <b>');
});

test('groups scale their shapes; tables, lines and pictures are drawn; unknown charts and EMF are not', async () => {
  const { slide, container } = await drawn(`
    <p:grpSp><p:nvGrpSpPr/><p:grpSpPr><a:xfrm><a:off x="952500" y="0"/><a:ext cx="1905000" cy="952500"/><a:chOff x="0" y="0"/><a:chExt cx="952500" cy="952500"/></a:xfrm></p:grpSpPr>
      <p:sp><p:nvSpPr><p:cNvPr id="3"/></p:nvSpPr><p:spPr>${box(0, 0, 476_250, 476_250)}<a:prstGeom prst="ellipse"/><a:solidFill><a:schemeClr val="accent1"/></a:solidFill></p:spPr></p:sp></p:grpSp>
    <p:cxnSp><p:nvCxnSpPr><p:cNvPr id="4"/></p:nvCxnSpPr><p:spPr>${box(0, 0, 952_500, 0)}<a:ln w="19050"><a:solidFill><a:srgbClr val="CC0000"/></a:solidFill><a:tailEnd type="triangle"/></a:ln></p:spPr></p:cxnSp>
    <p:pic><p:nvPicPr><p:cNvPr id="5"/></p:nvPicPr><p:blipFill><a:blip r:embed="pic"/></p:blipFill><p:spPr>${box(0, 0, 95_250, 95_250)}</p:spPr></p:pic>
    <p:pic><p:nvPicPr><p:cNvPr id="6"/></p:nvPicPr><p:blipFill><a:blip r:embed="emf"/></p:blipFill><p:spPr>${box(0, 0, 95_250, 95_250)}</p:spPr></p:pic>
    <p:graphicFrame><p:xfrm><a:off x="0" y="0"/><a:ext cx="952500" cy="952500"/></p:xfrm><a:graphic><a:graphicData uri="http://x/chart"/></a:graphic></p:graphicFrame>
    <p:graphicFrame><p:xfrm><a:off x="0" y="0"/><a:ext cx="952500" cy="952500"/></p:xfrm><a:graphic><a:graphicData uri="http://x/table"><a:tbl><a:tblGrid><a:gridCol w="476250"/><a:gridCol w="476250"/></a:tblGrid><a:tr h="95250"><a:tc gridSpan="2"><a:txBody><a:p><a:r><a:t>Port</a:t></a:r></a:p></a:txBody></a:tc><a:tc hMerge="1"/></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`);
  expect(slide.shapes[0]).toMatchObject({ x: 100, width: 100, height: 50, fill: { kind: 'color', color: '#2563b0' } });
  expect(slide.shapes[1]!.line).toMatchObject({ color: '#cc0000', width: 2, arrows: { start: false, end: true } });
  expect([...container.querySelectorAll('img')].map((each) => each.getAttribute('src'))).toEqual(['blob:picture']);
  expect(container.textContent).toContain('This kind of chart isn’t shown in the preview');
  expect([...container.querySelectorAll('td')].map((each) => [each.colSpan, each.textContent])).toEqual([[2, 'Port']]);
});

test('a diagram is drawn as its program drew it', async () => {
  const { slide } = await drawn(
    '<p:graphicFrame><p:xfrm><a:off x="952500" y="95250"/><a:ext cx="952500" cy="952500"/></p:xfrm><a:graphic><a:graphicData uri="http://x/diagram"><d:relIds xmlns:d="http://d" r:dm="dia"/></a:graphicData></a:graphic></p:graphicFrame>',
  );
  expect(slide.shapes[0]).toMatchObject({ x: 110, y: 10, width: 50, missing: undefined });
  expect(slide.shapes[0]!.text!.paragraphs[0]!.runs[0]!.text).toBe('Step 1');
});

test('a slide number is that of the slide, whatever its program left in the file', async () => {
  const { slide } = await drawn(
    `<p:sp><p:nvSpPr><p:cNvPr id="7"/></p:nvSpPr><p:spPr>${box(0, 0, 9525, 9525)}</p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>Page </a:t></a:r><a:fld type="slidenum"><a:t>&lt;number&gt;</a:t></a:fld><a:fld type="datetime1"><a:t>, May</a:t></a:fld></a:p></p:txBody></p:sp>`,
  );
  expect(slide.shapes[0]!.text!.paragraphs[0]!.runs.map(({ text }) => text).join('')).toBe('Page 7, May');
});

test('links lead to the web only', async () => {
  const link = (id: string) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="7"/></p:nvSpPr><p:spPr>${box(0, 0, 9525, 9525)}</p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr><a:hlinkClick r:id="${id}"/></a:rPr><a:t>${id}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const { container } = await drawn(link('web') + link('bad'));
  expect(container.textContent).toBe('webbad');
  expect([...container.querySelectorAll('a')].map((each) => [each.getAttribute('href'), each.rel])).toEqual([
    ['https://example.com/', 'noopener noreferrer nofollow'],
  ]);
});

test('thousands of shapes are cut', async () => {
  const slide = await (await presentation(title.repeat(4000))).slide(0);
  expect(slide.shapes.length).toBe(3000);
});
