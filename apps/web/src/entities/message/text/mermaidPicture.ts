let drawn = 0;

/**
 * Draws a Mermaid diagram as an SVG, with the strictest security level: labels are text, and nothing can be clicked.
 *
 * @throws what Mermaid throws, if the text is no diagram
 */
export async function drawMermaid(text: string): Promise<string> {
  const { default: mermaid } = await import('mermaid');
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    suppressErrorRendering: true,
  });
  const { svg } = await mermaid.render(`mermaid-diagram-${++drawn}`, text);
  return svg;
}

/** Pixels at full size, from the drawing's own coordinates. */
export function sizeOfSvg(svg: string): [width: number, height: number] {
  const found = /viewBox="[^\s"]+ [^\s"]+ (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)"/.exec(svg);
  return [Number(found?.[1] ?? 600), Number(found?.[2] ?? 400)];
}

/** Returns the SVG with a size, because a picture without one would be cut. */
export function sizedSvg(svg: string): string {
  const [width, height] = sizeOfSvg(svg);
  return svg.replace('width="100%"', `width="${width}" height="${height}"`);
}
