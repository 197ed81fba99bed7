import { deflateSync } from 'node:zlib';
import { zipBytes } from './zip.ts';

/** A PDF with an outline and words on each page, and a script that must not run. */
export function pdfBytes(pages: number): Buffer {
  const objects: Buffer[] = [];
  const add = (content: string | Buffer) => objects.push(Buffer.from(content));
  add('<</Type/Catalog/Pages 2 0 R/Outlines 4 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>');
  const first = 6;
  const pageId = (page: number) => first + page * 2 + 1;
  add(
    `<</Type/Pages/Count ${pages}/Kids[${Array.from({ length: pages }, (_, page) => `${pageId(page)} 0 R`).join(' ')}]>>`,
  );
  add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  add('<</Type/Outlines/First 5 0 R/Last 5 0 R/Count 1>>');
  add(`<</Title(The last chapter)/Parent 4 0 R/Dest[${pageId(pages - 1)} 0 R/XYZ 0 842 0]>>`);
  for (let page = 0; page < pages; page++) {
    const lines = Array.from(
      { length: 40 },
      (_, line) => `(Line ${line} of page ${page + 1} on tides and boats.) Tj T*`,
    );
    const text = `BT /F1 28 Tf 72 740 Td (Chapter ${page + 1}) Tj ET BT /F1 11 Tf 72 700 Td 15 TL ${lines.join(' ')} ET`;
    const packed = deflateSync(text);
    add(
      Buffer.concat([
        Buffer.from(`<</Length ${packed.length}/Filter/FlateDecode>>\nstream\n`),
        packed,
        Buffer.from('\nendstream'),
      ]),
    );
    add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${first + page * 2} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
    );
  }
  const parts = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, content] of objects.entries()) {
    const object = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), content, Buffer.from('\nendobj\n')]);
    places.push(at);
    at += object.length;
    parts.push(object);
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const REL = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (...list: [id: string, type: string, target: string][]) =>
  `<Relationships ${REL}>${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${TYPE}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

/** A Word document of one paragraph. */
export const wordBytes = (text: string): Buffer =>
  zipBytes({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relations(['r1', 'officeDocument', 'word/document.xml']),
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p><w:sectPr/></w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(),
  });

/** A workbook whose first cell has a text. */
export const sheetBytes = (text: string): Buffer =>
  zipBytes({
    '_rels/.rels': relations(['r1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns:r="${TYPE}"><sheets><sheet name="Tides" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(['r1', 'worksheet', 'worksheets/sheet1.xml']),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`,
  });

/** A presentation with one slide. */
export const slidesBytes = (text: string): Buffer =>
  zipBytes({
    '_rels/.rels': relations(['r1', 'officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `<p:presentation xmlns:p="p" xmlns:r="${TYPE}"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(['r1', 'slide', 'slides/s1.xml']),
    'ppt/slides/s1.xml': `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree><p:sp><p:nvSpPr><p:cNvPr id="1"/></p:nvSpPr><p:spPr><a:xfrm><a:off x="952500" y="952500"/><a:ext cx="6000000" cy="952500"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
  });

/** A TIFF of two pages of one gray pixel, which browsers other than Safari cannot draw. */
export function tiffBytes(): Buffer {
  const entries: [tag: number, type: number, value: number][] = [
    [256, 3, 1],
    [257, 3, 1],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 8],
    [277, 3, 1],
    [278, 3, 1],
    [279, 4, 1],
  ];
  const directory = 2 + entries.length * 12 + 4;
  const file = Buffer.alloc(10 + 2 * directory);
  file.write('II*\0', 0, 'latin1');
  file.writeUInt32LE(10, 4);
  file[8] = 128;
  for (const start of [10, 10 + directory]) {
    file.writeUInt16LE(entries.length, start);
    for (const [index, [tag, type, value]] of entries.entries()) {
      const at = start + 2 + index * 12;
      file.writeUInt16LE(tag, at);
      file.writeUInt16LE(type, at + 2);
      file.writeUInt32LE(1, at + 4);
      file.writeUInt32LE(value, at + 8);
    }
    // The first page names the second, which is the last.
    file.writeUInt32LE(start === 10 ? 10 + directory : 0, start + directory - 4);
  }
  return file;
}
