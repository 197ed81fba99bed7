import sharp from 'sharp';
import type { MessageExtras } from './demo.talk.ts';

const [WIDTH, HEIGHT] = [960, 600];
const COLORS = ['#2f7d6d', '#2b5fa8', '#c4622d', '#7a4fa0', '#3f8f46'];

type Kind = NonNullable<MessageExtras['picture']>['kind'];

/** A picture drawn for the demo; its name decides the color. */
export function drawPicture(kind: Kind, name: string): Promise<Buffer> {
  const number = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const color = COLORS[number % COLORS.length] ?? '#2f7d6d';
  const inside = DRAWN[kind](color, number);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" fill="none" stroke-linecap="round" stroke-linejoin="round">${inside}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

const DRAWN: Record<Kind, (color: string, number: number) => string> = {
  bicycle: (color) => `
    <rect width="960" height="600" fill="#e8f0ee"/><rect y="470" width="960" height="130" fill="#cfdad6"/>
    <circle cx="780" cy="120" r="56" fill="#f7d488"/>
    <path d="M0 470 L180 300 L330 470 L520 350 L700 470 L960 330 V470 Z" fill="#b9cdc7"/>
    ${wheel(300)}${wheel(660)}
    <path d="M300 430 L400 250 L590 250 L470 430 Z M400 250 L470 430 M590 250 L660 430 M385 220 L400 250 M580 205 L590 250" stroke="${color}" stroke-width="16"/>
    <path d="M345 215 H425 M580 205 H640" stroke="#2b2b2b" stroke-width="16"/>
    <circle cx="470" cy="430" r="26" fill="#2b2b2b"/>`,
  plan: (color, number) => `
    <rect width="960" height="600" fill="#fbfaf6"/>
    ${Array.from({ length: 24 }, (_, index) => `<path d="M${index * 40} 0 V600 M0 ${index * 40} H960" stroke="#e5e2d8"/>`).join('')}
    <path d="M120 100 H840 V500 H120 Z M${420 + (number % 5) * 20} 100 V300 M120 300 H600 M680 300 H840 M560 300 V500" stroke="${color}" stroke-width="10"/>
    <path d="M120 540 H840 M120 528 V552 M840 528 V552" stroke="#77736a" stroke-width="3"/>
    ${[180, 280, 640, 740].map((x) => `<rect x="${x}" y="350" width="64" height="96" fill="${color}" opacity=".25"/>`).join('')}
    <circle cx="230" cy="200" r="40" stroke="#77736a" stroke-width="4"/><circle cx="720" cy="200" r="40" stroke="#77736a" stroke-width="4"/>`,
  chart: (color, number) => {
    const heights = Array.from({ length: 12 }, (_, index) => 110 + ((number * (index + 3) * 37) % 170) + index * 12);
    return `
    <rect width="960" height="600" fill="#ffffff"/>
    ${[120, 220, 320, 420].map((y) => `<path d="M80 ${y} H900" stroke="#e6e6e6" stroke-width="2"/>`).join('')}
    ${heights.map((height, index) => `<rect x="${96 + index * 68}" y="${520 - height}" width="44" height="${height}" rx="6" fill="${color}" opacity="${index === 11 ? 1 : 0.55}"/>`).join('')}
    <path d="M80 520 H900" stroke="#555" stroke-width="4"/>`;
  },
};

const wheel = (x: number) =>
  `<circle cx="${x}" cy="430" r="108" stroke="#2b2b2b" stroke-width="14"/><circle cx="${x}" cy="430" r="94" stroke="#9aa5a1" stroke-width="3"/><path d="M${x} 336 V524 M${x - 94} 430 H${x + 94} M${x - 66} 364 L${x + 66} 496 M${x + 66} 364 L${x - 66} 496" stroke="#9aa5a1" stroke-width="2"/>`;
