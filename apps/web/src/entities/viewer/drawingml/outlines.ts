import { allIn, childOf, numberIn } from '../zip/officeFile.ts';
import type { Outline } from './shape.ts';

const SIZE = 100;
const polygon = (points: string): string => `M${points.trim().split(/\s+/).join('L')}Z`;

/** Common shapes on a square of 100. Others are drawn as rectangles. */
const PATHS: Record<string, string> = {
  ellipse: 'M0 50A50 50 0 1 1 100 50A50 50 0 1 1 0 50Z',
  triangle: polygon('50,0 100,100 0,100'),
  rtTriangle: polygon('0,0 100,100 0,100'),
  diamond: polygon('50,0 100,50 50,100 0,50'),
  parallelogram: polygon('25,0 100,0 75,100 0,100'),
  trapezoid: polygon('25,0 75,0 100,100 0,100'),
  pentagon: polygon('50,0 100,38 81,100 19,100 0,38'),
  hexagon: polygon('25,0 75,0 100,50 75,100 25,100 0,50'),
  octagon: polygon('29,0 71,0 100,29 100,71 71,100 29,100 0,71 0,29'),
  rightArrow: polygon('0,25 60,25 60,0 100,50 60,100 60,75 0,75'),
  leftArrow: polygon('100,25 40,25 40,0 0,50 40,100 40,75 100,75'),
  upArrow: polygon('25,100 25,40 0,40 50,0 100,40 75,40 75,100'),
  downArrow: polygon('25,0 25,60 0,60 50,100 100,60 75,60 75,0'),
  chevron: polygon('0,0 70,0 100,50 70,100 0,100 30,50'),
  homePlate: polygon('0,0 75,0 100,50 75,100 0,100'),
  star5: polygon('50,0 61,38 100,38 69,59 79,100 50,75 21,100 31,59 0,38 39,38'),
  plus: polygon('33,0 67,0 67,33 100,33 100,67 67,67 67,100 33,100 33,67 0,67 0,33 33,33'),
};
const ALIKE: Record<string, string> = {
  ...{ flowChartConnector: 'ellipse', flowChartDecision: 'diamond' },
  ...{ mathPlus: 'plus', wedgeEllipseCallout: 'ellipse', cloud: 'ellipse', flowChartInputOutput: 'parallelogram' },
};
/** The radius of the corners as a part of the shorter side, unless the file gives another. */
const USUAL_ROUNDING = 0.16667;
const ROUNDED: Record<string, number> = {
  ...{ roundRect: USUAL_ROUNDING, flowChartAlternateProcess: USUAL_ROUNDING, wedgeRoundRectCallout: USUAL_ROUNDING },
  ...{ round2SameRect: USUAL_ROUNDING, flowChartTerminator: 0.5 },
};
const OPEN = /^(line|.*Connector\d?)$/;
const RECTANGLE = { kind: 'closed', path: 'M0 0H100V100H0Z', width: SIZE, height: SIZE } as const;

export function outlineIn(properties: Element | undefined, isLine: boolean): Outline {
  const preset = childOf(properties, 'prstGeom')?.getAttribute('prst') ?? '';
  if (isLine || OPEN.test(preset)) return { kind: 'line', isBent: preset.startsWith('bent') };
  const own = childOf(properties, 'custGeom');
  if (own) return drawn(own) ?? RECTANGLE;
  const usual = ROUNDED[preset];
  if (usual !== undefined) return { ...RECTANGLE, rounding: roundingIn(properties) ?? usual };
  const path = PATHS[ALIKE[preset] ?? preset];
  return path ? { ...RECTANGLE, path } : RECTANGLE;
}

/** Reads the rounding, in 100,000ths; half of them are a half circle. */
function roundingIn(properties: Element | undefined): number | undefined {
  const [guide] = allIn(properties, 'gd').filter((each) => each.getAttribute('name') === 'adj');
  const value = Number(/^val (\d{1,6})$/.exec(guide?.getAttribute('fmla') ?? '')?.[1] ?? NaN);
  return Number.isNaN(value) ? undefined : Math.min(0.5, value / 100_000);
}

/** The commands of a custom path, with the number of their points. */
const COMMANDS: Record<string, string> = { moveTo: 'M', lnTo: 'L', cubicBezTo: 'C', quadBezTo: 'Q', close: 'Z' };
const MAX_COMMANDS = 5000;

function drawn(geometry: Element): Outline | undefined {
  const path = allIn(geometry, 'path')[0];
  if (!path) return undefined;
  const steps = [...path.children].slice(0, MAX_COMMANDS).map((step) => {
    const command = COMMANDS[step.localName];
    if (!command) return '';
    const points = allIn(step, 'pt').map((point) => `${numberIn(point, 'x')} ${numberIn(point, 'y')}`);
    return command + points.join(' ');
  });
  const [width, height] = [numberIn(path, 'w'), numberIn(path, 'h')];
  return width > 0 && height > 0 ? { kind: 'closed', path: steps.join(''), width, height } : undefined;
}
