import { expect, test } from 'vitest';
import { storedZip } from '../zip/storedZip.ts';
import { wordPage } from './docx.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const REL = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';

function word(body: string, more: Record<string, string> = {}) {
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships ${REL}><Relationship Id="r1" Type="${TYPE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document ${W}><w:body>${body}<w:sectPr/></w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships ${REL}><Relationship Id="l1" Type="${TYPE}/hyperlink" Target="javascript:alert(1)" TargetMode="External"/><Relationship Id="l2" Type="${TYPE}/hyperlink" Target="https://example.com/" TargetMode="External"/><Relationship Id="c1" Type="${TYPE}/aFChunk" Target="chunk.html"/></Relationships>`,
    ...more,
  };
  return storedZip(Object.entries(parts).map(([name, text]) => ({ name, bytes: utf8(text) })));
}
const link = (id: string) => `<w:p><w:hyperlink r:id="${id}"><w:r><w:t>${id}</w:t></w:r></w:hyperlink></w:p>`;

test('a document becomes a page without scripts, whose links lead to the web only', async () => {
  const page = await wordPage(
    word(
      `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Tide &lt;script&gt;alert(1)&lt;/script&gt;</w:t></w:r></w:p>${link('l1')}${link('l2')}<w:altChunk r:id="c1"/>`,
      {
        'word/chunk.html': '<script>alert(1)</script><p>Smuggled</p>',
      },
    ),
    { isNarrow: false },
  );
  const parsed = new DOMParser().parseFromString(page, 'text/html');
  expect(parsed.body.textContent).toContain('Tide <script>alert(1)</script>');
  expect(parsed.querySelector('script, iframe, object, [onclick], [onerror]')).toBeNull();
  expect(page).not.toContain('Smuggled');
  expect([...parsed.querySelectorAll('a')].map((each) => each.getAttribute('href')).filter(Boolean)).toEqual([
    'https://example.com/',
  ]);
  expect(page).toContain("default-src 'none'");
});

test('a document with entities, and a file that is none, are refused', async () => {
  await expect(
    wordPage(word('', { 'word/styles.xml': '<!DOCTYPE a [<!ENTITY b "b">]><a/>' }), { isNarrow: true }),
  ).rejects.toMatchObject({ reason: 'broken' });
  await expect(wordPage(storedZip([{ name: 'a.txt', bytes: utf8('a') }]), { isNarrow: true })).rejects.toMatchObject({
    reason: 'broken',
  });
});

test('rows and columns of a table take their looks from its style, as its own properties say', async () => {
  const row = '<w:tr><w:tc><w:p/></w:tc><w:tc><w:p/></w:tc></w:tr>';
  const page = await wordPage(
    word(`<w:tbl><w:tblPr><w:tblLook w:val="04A0" w:firstRow="1" w:noVBand="1"/></w:tblPr>${row.repeat(3)}</w:tbl>`),
    { isNarrow: false },
  );
  const rows = [...new DOMParser().parseFromString(page, 'text/html').querySelectorAll('tr')];
  expect(rows.map((each) => each.className)).toEqual(['first-row', 'odd-row', 'even-row']);
  expect([...rows[1]!.querySelectorAll('td')].map((each) => each.className)).toEqual(['first-col', '']);
});

test('a chart is a picture in the text', async () => {
  const page = await wordPage(
    word(
      '<w:p><w:r><w:t>Before</w:t><w:drawing><wp:inline xmlns:wp="w"><wp:extent cx="952500" cy="952500"/><a:graphic xmlns:a="a"><a:graphicData uri="c"><c:chart xmlns:c="c" r:id="l3"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>',
      {
        'word/_rels/document.xml.rels': `<Relationships ${REL}><Relationship Id="l3" Type="${TYPE}/chart" Target="charts/c.xml"/></Relationships>`,
        'word/charts/c.xml':
          '<c:chartSpace xmlns:c="c"><c:chart><c:plotArea><c:pieChart><c:ser><c:tx><c:v>Tides</c:v></c:tx><c:val><c:numLit><c:ptCount val="1"/><c:pt idx="0"><c:v>3</c:v></c:pt></c:numLit></c:val></c:ser></c:pieChart></c:plotArea></c:chart></c:chartSpace>',
      },
    ),
    { isNarrow: false },
  );
  const picture = new DOMParser().parseFromString(page, 'text/html').querySelector('img')!;
  expect(picture.alt).toContain('Tides');
  const [type, content] = picture.src.split(';base64,');
  expect(type).toBe('data:image/svg+xml');
  expect(atob(content!)).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
});

test('bullets in the fonts of Word are signs that every font has', async () => {
  const numbering = `<w:numbering ${W}><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="\uf0b7"/><w:rPr><w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/></w:rPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`;
  const page = await wordPage(
    word(
      '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>One</w:t></w:r></w:p>',
      {
        'word/numbering.xml': numbering,
        'word/_rels/document.xml.rels': `<Relationships ${REL}><Relationship Id="n1" Type="${TYPE}/numbering" Target="numbering.xml"/></Relationships>`,
      },
    ),
    { isNarrow: false },
  );
  expect(page).toContain('"•');
  expect(page).not.toContain('\uf0b7');
});
