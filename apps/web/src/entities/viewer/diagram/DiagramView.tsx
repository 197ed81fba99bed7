import { UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { drawMermaid, sizedSvg, sizeOfSvg } from '#entities/message/text/mermaidPicture.ts';
import { t } from '#sync/language.ts';
import { ViewerError } from '../fileBytes.ts';
import { WhenLoaded } from '../Notice.tsx';
import { ScaleTools } from '../ScaleTools.tsx';
import grid from '../sheet/Grid.module.css';
import { textOf } from '../text/textOf.ts';
import { useFileContent } from '../useFileContent.ts';
import { useScaleKeys } from '../useScale.ts';
import type { ViewedFile } from '../viewedFile.ts';
import classes from './DiagramView.module.css';
import { type DiagramBox, type DiagramLine, type DiagramPage, readDrawio } from './drawio.ts';

type Drawing = { pages: readonly DiagramPage[] } | { svg: string };

/** A draw.io or Mermaid diagram. */
export function DiagramView({ viewed }: { viewed: ViewedFile }) {
  const loaded = useFileContent(viewed, async (bytes): Promise<Drawing> => {
    const text = textOf(bytes);
    return viewed.file.ext === 'drawio' ? { pages: await readDrawio(text) } : { svg: await drawOrRefuse(text) };
  });
  return (
    <WhenLoaded viewed={viewed} loaded={loaded}>
      {(drawing) =>
        'svg' in drawing ? <Picture svg={drawing.svg} name={viewed.file.name} /> : <Pages pages={drawing.pages} />
      }
    </WhenLoaded>
  );
}

async function drawOrRefuse(text: string): Promise<string> {
  try {
    return await drawMermaid(text);
  } catch {
    throw new ViewerError('broken');
  }
}

/** Shows an SVG as a picture: it then runs no script and loads nothing. */
function Picture({ svg, name }: { svg: string; name: string }) {
  const [address, setAddress] = useState('');
  const scale = useScaleKeys();
  const [width] = sizeOfSvg(svg);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([sizedSvg(svg)], { type: 'image/svg+xml' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  return (
    <>
      <ScaleTools scale={scale} />
      <div
        className={classes.paper}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area is reached by keys
        tabIndex={0}
        role="document"
        aria-label={name}
      >
        {address && <img src={address} alt={name} style={{ width: width * scale.value }} />}
      </div>
    </>
  );
}

function Pages({ pages }: { pages: readonly DiagramPage[] }) {
  const [index, setIndex] = useState(0);
  const scale = useScaleKeys();
  const page = pages[index];
  if (!page) return null;
  const [x, y, width, height] = page.view;
  return (
    <div className={grid.column}>
      <ScaleTools scale={scale} />
      <div
        className={classes.paper}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area is reached by keys
        tabIndex={0}
        role="document"
        aria-label={page.name}
      >
        <svg
          viewBox={`${x} ${y} ${width} ${height}`}
          style={{ width: width * scale.value, height: height * scale.value }}
        >
          <marker
            id="diagram-end"
            viewBox="0 0 10 10"
            refX="9"
            refY="5"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
          >
            <path d="M0 0L10 5L0 10Z" fill="context-stroke" />
          </marker>
          {page.boxes.map((box) => (
            <BoxView key={box.id} box={box} />
          ))}
          {page.lines.map((line) => (
            <LineView key={line.id} line={line} />
          ))}
        </svg>
      </div>
      {pages.length > 1 && (
        <div className={grid.tabs} role="tablist" aria-label={t('viewer.pages')}>
          {pages.map((each, at) => (
            <UnstyledButton
              // oxlint-disable-next-line react/no-array-index-key -- pages never move
              key={at}
              role="tab"
              aria-selected={at === index}
              className={grid.tab}
              onClick={() => setIndex(at)}
            >
              {each.name}
            </UnstyledButton>
          ))}
        </div>
      )}
    </div>
  );
}

function BoxView({ box }: { box: DiagramBox }) {
  const { x, y, width, height, shape, fill, stroke, isDashed } = box;
  const paint = { fill, stroke, ...(isDashed && { strokeDasharray: '5 4' }) };
  const [cx, cy] = [x + width / 2, y + height / 2];
  const points = (list: readonly [number, number][]) => list.map((each) => each.join(',')).join(' ');
  return (
    <g>
      {(shape === 'rectangle' || shape === 'rounded' || shape === 'text') && (
        <rect {...{ x, y, width, height, ...paint }} rx={shape === 'rounded' ? Math.min(width, height) * 0.15 : 0} />
      )}
      {shape === 'ellipse' && <ellipse {...{ cx, cy, rx: width / 2, ry: height / 2, ...paint }} />}
      {shape === 'rhombus' && (
        <polygon
          points={points([
            [cx, y],
            [x + width, cy],
            [cx, y + height],
            [x, cy],
          ])}
          {...paint}
        />
      )}
      {shape === 'triangle' && (
        <polygon
          points={points([
            [x, y],
            [x + width, cy],
            [x, y + height],
          ])}
          {...paint}
        />
      )}
      {shape === 'cylinder' && (
        <path
          d={`M${x} ${y + 10}A${width / 2} 10 0 0 1 ${x + width} ${y + 10}V${y + height - 10}A${width / 2} 10 0 0 1 ${x} ${y + height - 10}ZM${x} ${y + 10}A${width / 2} 10 0 0 0 ${x + width} ${y + 10}`}
          {...paint}
        />
      )}
      {box.text && <Words box={box} />}
    </g>
  );
}

function Words({ box: { x, y, width, height, text, color, size, isBold, align, isTop } }: { box: DiagramBox }) {
  return (
    <foreignObject x={x} y={y} width={Math.max(width, 1)} height={Math.max(height, 1)} overflow="visible">
      <div
        className={classes.words}
        style={{
          color,
          fontSize: size,
          fontWeight: isBold ? 700 : 400,
          textAlign: align,
          alignItems: isTop ? 'flex-start' : 'center',
          justifyContent: align === 'left' ? 'flex-start' : align === 'right' ? 'flex-end' : 'center',
        }}
      >
        <span>{text}</span>
      </div>
    </foreignObject>
  );
}

function LineView({ line: { points, text, stroke, isDashed, hasStart, hasEnd } }: { line: DiagramLine }) {
  const middle = points[Math.floor((points.length - 1) / 2)];
  const after = points[Math.floor((points.length - 1) / 2) + 1];
  return (
    <g>
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        stroke={stroke}
        {...(isDashed && { strokeDasharray: '5 4' })}
        {...(hasStart && { markerStart: 'url(#diagram-end)' })}
        {...(hasEnd && { markerEnd: 'url(#diagram-end)' })}
      />
      {text && middle && after && (
        <text
          className={classes.label}
          x={(middle.x + after.x) / 2}
          y={(middle.y + after.y) / 2 - 4}
          textAnchor="middle"
        >
          {text}
        </text>
      )}
    </g>
  );
}
