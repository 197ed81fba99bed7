import { buffer } from 'node:stream/consumers';
import type { OfficeType } from '@atrium/contract/files/driveTypes.ts';
import { ZipFile } from 'yazl';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const KINDS = 'application/vnd.openxmlformats-officedocument';
const MAIN = 'http://schemas.openxmlformats.org';

const types = (parts: Record<string, string>) =>
  `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
    parts,
  )
    .map(([name, kind]) => `<Override PartName="/${name}" ContentType="${KINDS}.${kind}+xml"/>`)
    .join('')}</Types>`;
const relations = (...list: [kind: string, target: string][]) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list
    .map(
      ([kind, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${OFFICE}/relationships/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

const NAMESPACES = `xmlns:a="${MAIN}/drawingml/2006/main" xmlns:r="${OFFICE}/relationships" xmlns:p="${MAIN}/presentationml/2006/main"`;
const NO_SHAPES =
  '<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/></p:spTree></p:cSld>';
const KEEP_COLORS = '<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>';
const solid = (name: string, color: string) => `<a:${name}><a:srgbClr val="${color}"/></a:${name}>`;
const font = (name: string) =>
  `<a:${name}><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/></a:${name}>`;
const FILL = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const LINE = `<a:ln w="9525">${FILL}</a:ln>`;
const EFFECT = '<a:effectStyle><a:effectLst/></a:effectStyle>';
const THEME = `${HEAD}<a:theme xmlns:a="${MAIN}/drawingml/2006/main" name="Plain"><a:themeElements><a:clrScheme name="Plain">${[
  ['dk1', '000000'],
  ['lt1', 'FFFFFF'],
  ['dk2', '1F2937'],
  ['lt2', 'F3F4F6'],
  ['accent1', '4F5BD5'],
  ['accent2', 'D9542B'],
  ['accent3', '2E8B57'],
  ['accent4', 'E0A100'],
  ['accent5', '1D7FBF'],
  ['accent6', '8E3FAE'],
  ['hlink', '1D5FBF'],
  ['folHlink', '6B4FA0'],
]
  .map(([name = '', color = '']) => solid(name, color))
  .join(
    '',
  )}</a:clrScheme><a:fontScheme name="Plain">${font('majorFont')}${font('minorFont')}</a:fontScheme><a:fmtScheme name="Plain"><a:fillStyleLst>${FILL.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${LINE.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${EFFECT.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${FILL.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;

const FILES: Record<OfficeType, Record<string, string>> = {
  word: {
    '[Content_Types].xml': types({ 'word/document.xml': 'wordprocessingml.document.main' }),
    '_rels/.rels': relations(['officeDocument', 'word/document.xml']),
    'word/document.xml': `${HEAD}<w:document xmlns:w="${MAIN}/wordprocessingml/2006/main"><w:body><w:p/><w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>`,
  },
  excel: {
    '[Content_Types].xml': types({
      'xl/workbook.xml': 'spreadsheetml.sheet.main',
      'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
    }),
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}/spreadsheetml/2006/main" xmlns:r="${OFFICE}/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml']),
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet xmlns="${MAIN}/spreadsheetml/2006/main"><sheetData/></worksheet>`,
  },
  ppt: {
    '[Content_Types].xml': types({
      'ppt/presentation.xml': 'presentationml.presentation.main',
      'ppt/slideMasters/slideMaster1.xml': 'presentationml.slideMaster',
      'ppt/slideLayouts/slideLayout1.xml': 'presentationml.slideLayout',
      'ppt/slides/slide1.xml': 'presentationml.slide',
      'ppt/theme/theme1.xml': 'theme',
    }),
    '_rels/.rels': relations(['officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `${HEAD}<p:presentation ${NAMESPACES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="rId2"/></p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ['slideMaster', 'slideMasters/slideMaster1.xml'],
      ['slide', 'slides/slide1.xml'],
      ['theme', 'theme/theme1.xml'],
    ),
    'ppt/slideMasters/slideMaster1.xml': `${HEAD}<p:sldMaster ${NAMESPACES}>${NO_SHAPES}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations(
      ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['theme', '../theme/theme1.xml'],
    ),
    'ppt/slideLayouts/slideLayout1.xml': `${HEAD}<p:sldLayout ${NAMESPACES} type="blank">${NO_SHAPES}${KEEP_COLORS}</p:sldLayout>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations(['slideMaster', '../slideMasters/slideMaster1.xml']),
    'ppt/slides/slide1.xml': `${HEAD}<p:sld ${NAMESPACES}>${NO_SHAPES}${KEEP_COLORS}</p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relations(['slideLayout', '../slideLayouts/slideLayout1.xml']),
    'ppt/theme/theme1.xml': THEME,
  },
};

/**
 * Makes an empty office file, because office servers refuse a file without any bytes. The bytes are the same each time.
 */
export async function blankFile(type: OfficeType): Promise<Buffer> {
  const zip = new ZipFile();
  // The types come first, because other programs look for them there.
  for (const [name, text] of Object.entries(FILES[type]))
    zip.addBuffer(Buffer.from(text), name, { mtime: new Date(315_532_800_000) });
  zip.end();
  return buffer(zip.outputStream);
}
