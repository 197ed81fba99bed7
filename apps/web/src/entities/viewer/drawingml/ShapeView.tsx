import { type CSSProperties, useId } from 'react';
import { t } from '#sync/language.ts';
import { ChartView } from './ChartView.tsx';
import classes from './Shapes.module.css';
import type { Fill, Line, Outline, Paragraph, Run, Shape, Table, TextBox } from './shape.ts';

export function filled(fill: Fill | undefined): CSSProperties {
  if (!fill) return {};
  if (fill.kind === 'color') return { backgroundColor: fill.color };
  if (fill.kind === 'gradient') return { backgroundImage: fill.css };
  return { backgroundImage: `url("${fill.url}")`, backgroundSize: '100% 100%' };
}

/** A shape in its place; lengths are pixels of an unscaled page. */
export function ShapeView({ shape }: { shape: Shape }) {
  const { x, y, width, height, turn, isFlippedX, isFlippedY, outline, fill, line } = shape;
  const { picture, text, table, chart, missing } = shape;
  const flip = `${isFlippedX ? ' scaleX(-1)' : ''}${isFlippedY ? ' scaleY(-1)' : ''}`;
  return (
    <div
      className={classes.shape}
      data-bare={(text && !fill) || undefined}
      style={{ left: x, top: y, width, height, ...(turn !== 0 && { transform: `rotate(${turn}deg)` }) }}
    >
      {outline && <OutlineView outline={outline} fill={fill} line={line} flip={flip} width={width} height={height} />}
      {picture && (
        <div className={classes.picture} style={flip ? { transform: flip } : undefined}>
          <img
            src={picture.url}
            alt=""
            draggable={false}
            style={{
              left: `${(-picture.crop.left / kept(picture.crop.left, picture.crop.right)) * 100}%`,
              top: `${(-picture.crop.top / kept(picture.crop.top, picture.crop.bottom)) * 100}%`,
              width: `${100 / kept(picture.crop.left, picture.crop.right)}%`,
              height: `${100 / kept(picture.crop.top, picture.crop.bottom)}%`,
            }}
          />
        </div>
      )}
      {text && <TextView text={text} />}
      {table && <TableView table={table} />}
      {chart && <ChartView chart={chart} width={width} height={height} />}
      {missing && <div className={classes.missing}>{t(`viewer.slide_${missing}`)}</div>}
    </div>
  );
}
const kept = (start: number, end: number) => Math.max(0.05, 1 - start - end);

interface OutlineProps {
  outline: Outline;
  fill: Fill | undefined;
  line: Line | undefined;
  flip: string;
  width: number;
  height: number;
}
function OutlineView({ outline, fill, line, flip, width, height }: OutlineProps) {
  const style = flip ? { transform: flip } : undefined;
  const dashes = line?.isDashed ? `${line.width * 4} ${line.width * 3}` : undefined;
  const id = useId();
  if (outline.kind === 'line') {
    const path = outline.isBent ? `M0 0H${width / 2}V${height}H${width}` : `M0 0L${width} ${height}`;
    return (
      <svg className={classes.outline} style={style} aria-hidden="true">
        <marker
          id={id}
          viewBox="0 0 10 10"
          refX="8"
          refY="5"
          markerWidth="6"
          markerHeight="6"
          orient="auto-start-reverse"
        >
          <path d="M0 0L10 5L0 10Z" fill={line?.color} />
        </marker>
        <path
          d={path}
          fill="none"
          stroke={line?.color ?? '#000000'}
          strokeWidth={line?.width ?? 1}
          strokeDasharray={dashes}
          {...(line?.arrows.start && { markerStart: `url(#${id})` })}
          {...(line?.arrows.end && { markerEnd: `url(#${id})` })}
        />
      </svg>
    );
  }
  const radius = outline.rounding === undefined ? undefined : outline.rounding * Math.min(width, height);
  // A gradient or a picture is drawn as a background, which a path would not have.
  if (fill && fill.kind !== 'color') {
    const border = line && { outline: `${line.width}px solid ${line.color}`, outlineOffset: -line.width / 2 };
    const clip = { borderRadius: radius ?? (outline.path.includes('A50 50') ? '50%' : 0) };
    return <div className={classes.outline} style={{ ...filled(fill), ...border, ...clip, ...style }} />;
  }
  const look = {
    fill: fill?.color ?? 'none',
    stroke: line?.color ?? 'none',
    strokeWidth: line?.width ?? 0,
    strokeDasharray: dashes,
  };
  // The corners are drawn with a radius, because a stretched path would make ellipses of them.
  if (radius !== undefined) {
    return (
      <svg className={classes.outline} style={style} aria-hidden="true">
        <rect width="100%" height="100%" rx={radius} {...look} />
      </svg>
    );
  }
  return (
    <svg
      className={classes.outline}
      viewBox={`0 0 ${outline.width} ${outline.height}`}
      preserveAspectRatio="none"
      style={style}
      aria-hidden="true"
    >
      <path d={outline.path} {...look} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

function TextView({ text: { paragraphs, anchor, padding, wraps, turned } }: { text: TextBox }) {
  return (
    <div
      className={classes.text}
      style={{
        justifyContent: anchor === 'start' ? 'flex-start' : anchor === 'center' ? 'center' : 'flex-end',
        padding: padding.map((each) => `${each}px`).join(' '),
        whiteSpace: wraps ? 'pre-wrap' : 'pre',
        ...(turned && { writingMode: 'vertical-rl' }),
        ...(turned === 'up' && { transform: 'rotate(180deg)' }),
      }}
    >
      {paragraphs.map((paragraph, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a slide never changes
        <ParagraphView key={index} paragraph={paragraph} />
      ))}
    </div>
  );
}

function ParagraphView({
  paragraph: { runs, align, bullet, indent, hanging, before, lineHeight },
}: {
  paragraph: Paragraph;
}) {
  const [first] = runs;
  return (
    <div
      style={{
        textAlign: align,
        paddingLeft: indent,
        textIndent: hanging,
        marginTop: before,
        lineHeight,
        fontSize: first?.size,
      }}
    >
      {bullet && (
        <span className={classes.bullet} style={{ minWidth: -hanging, color: first?.color }}>
          {bullet}{' '}
        </span>
      )}
      {runs.map((run, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a slide never changes
        <RunView key={index} run={run} />
      ))}
    </div>
  );
}

function RunView({ run }: { run: Run }) {
  const style: CSSProperties = {
    fontSize: run.raise ? run.size * 0.66 : run.size,
    fontFamily: `${JSON.stringify(run.font)}, Inter Variable, sans-serif`,
    ...(run.isBold && { fontWeight: 700 }),
    ...(run.isItalic && { fontStyle: 'italic' }),
    ...((run.isUnderlined || run.isStruck) && {
      textDecoration: [run.isUnderlined && 'underline', run.isStruck && 'line-through'].filter(Boolean).join(' '),
    }),
    ...(run.color && { color: run.color }),
    ...(run.raise && { verticalAlign: run.raise }),
  };
  if (!run.text) return <span style={style}>{'\u200b'}</span>;
  return run.link ? (
    <a href={run.link} target="_blank" rel="noopener noreferrer nofollow" style={style}>
      {run.text}
    </a>
  ) : (
    <span style={style}>{run.text}</span>
  );
}

function TableView({ table: { columns, rows } }: { table: Table }) {
  return (
    <table className={classes.table} style={{ width: columns.reduce((sum, width) => sum + width, 0) }}>
      <colgroup>
        {columns.map((width, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a slide never changes
          <col key={index} style={{ width }} />
        ))}
      </colgroup>
      <tbody>
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a slide never changes
          <tr key={index} style={{ height: row.height }}>
            {row.cells.map((cell, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a slide never changes
              <td key={at} colSpan={cell.columns} rowSpan={cell.rows} style={filled(cell.fill)}>
                <TextView text={cell.text} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
