import { statusColor } from '#entities/task/status/statuses.ts';
import { formatList, t } from '#sync/language.ts';
import classes from './Workflow.module.css';
import type { Draft } from './workflowDraft.ts';

const WIDTH = 132;
const HEIGHT = 34;
const GAP = 44;
const MIDDLE = 96;

/** A preview of the workflow: forward transitions above, backward below; those of the active status are highlighted. */
export function FlowPicture({ draft, active }: { draft: Draft; active: number }) {
  const placeOf = new Map(draft.map((item, index) => [item.id, index]));
  const left = (index: number) => 8 + index * (WIDTH + GAP);
  const center = (index: number) => left(index) + WIDTH / 2;
  const ways = draft.flatMap((item, from) =>
    item.turns.flatMap((turn) => {
      const to = placeOf.get(turn);
      return to === undefined || to === from ? [] : [{ from, to, isActive: item.id === active }];
    }),
  );
  const width = left(draft.length) - GAP + 8;
  const words = draft
    .map((item) => {
      const next = item.turns
        .filter((turn) => turn !== item.id)
        .flatMap((turn) => draft.find(({ id }) => id === turn)?.name || []);
      return `${item.name} → ${formatList(next) || '–'}`;
    })
    .join('; ');
  return (
    <div className={classes.picture}>
      <svg
        width={width}
        height={MIDDLE * 2}
        viewBox={`0 0 ${width} ${MIDDLE * 2}`}
        role="img"
        aria-label={t('flow.picture', { ways: words })}
      >
        <defs>
          {[false, true].map((isActive) => (
            <marker
              key={String(isActive)}
              id={isActive ? 'flow-arrow-active' : 'flow-arrow'}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto-start-reverse"
            >
              <path d="M0 0 8 4 0 8z" className={classes.arrow} data-active={isActive || undefined} />
            </marker>
          ))}
        </defs>
        {ways
          .toSorted((a, b) => Number(a.isActive) - Number(b.isActive))
          .map(({ from, to, isActive }) => (
            <path
              key={`${from} ${to}`}
              className={classes.way}
              data-active={isActive || undefined}
              d={wayOf(from, to, left, center)}
              markerEnd={`url(#${isActive ? 'flow-arrow-active' : 'flow-arrow'})`}
            />
          ))}
        {draft.map((item, index) => (
          <g key={item.id}>
            <rect
              x={left(index)}
              y={MIDDLE - HEIGHT / 2}
              width={WIDTH}
              height={HEIGHT}
              rx={8}
              className={classes.node}
              data-active={item.id === active || undefined}
              style={{ stroke: statusColor(item) }}
            />
            <circle cx={left(index) + 14} cy={MIDDLE} r={4} fill={statusColor(item)} />
            <foreignObject x={left(index) + 24} y={MIDDLE - HEIGHT / 2} width={WIDTH - 30} height={HEIGHT}>
              <div className={classes.nodeName}>{item.name}</div>
            </foreignObject>
          </g>
        ))}
      </svg>
    </div>
  );
}

/** The line between two statuses: straight between neighbors, an arc between others. */
function wayOf(from: number, to: number, left: (index: number) => number, center: (index: number) => number): string {
  if (to === from + 1) return `M${left(from) + WIDTH} ${MIDDLE - 4} L${left(to) - 2} ${MIDDLE - 4}`;
  if (to === from - 1) return `M${left(from)} ${MIDDLE + 5} L${left(to) + WIDTH + 2} ${MIDDLE + 5}`;
  const side = to > from ? -1 : 1;
  const depth = Math.min(64, 14 + Math.abs(to - from) * 14);
  const y = MIDDLE + (side * HEIGHT) / 2;
  const shift = to > from ? 10 : -10;
  return `M${center(from) + shift} ${y} C${center(from) + shift} ${y + side * depth} ${center(to) - shift} ${y + side * depth} ${center(to) - shift} ${y + side * 2}`;
}
