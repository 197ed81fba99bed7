import { MARK_SCALE, type MeetingPerson } from '@atrium/contract/chat/meetingRoom.ts';
import { ActionIcon } from '@mantine/core';
import { IconPencil, IconPencilOff } from '@tabler/icons-react';
import { type PointerEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { hueOf } from '#entities/user/UserAvatar.tsx';
import { t } from '#sync/language.ts';
import type { MeetRoom } from '../connection/room.ts';
import type { Mark } from '../connection/roomView.ts';
import classes from '../Meetings.module.css';
import { isInside, pointIn, type Size, Stroke, useDrawing } from './marks.ts';

/** The color of a person's strokes, which is visible on light and dark screens. */
export const colorOf = (uid: number): string => `hsl(${hueOf(uid)} 90% 55%)`;

interface Props {
  room: MeetRoom;
  /** The person who shares the screen. */
  person: MeetingPerson;
  /** Size of the shared screen. */
  size: Size;
}

/** The strokes on a shared screen, and the area to draw in. */
export function ScreenMarks({ room, person: { uid: of }, size }: Props) {
  const { marks, people } = useStore(room.view);
  const isDrawing = useDrawing((state) => state.of === of);
  const stroke = useRef<Stroke | null>(null);
  useEffect(
    () => () => {
      stroke.current?.end();
      if (useDrawing.getState().of === of) useDrawing.setState({ of: 0 });
    },
    [of],
  );
  const placeOf = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect();
    return [box, size, { x: clientX - box.left, y: clientY - box.top }] as const;
  };
  const pointOf = (event: PointerEvent<SVGSVGElement>) => pointIn(...placeOf(event));
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    // A stroke that begins beside the picture is ignored, because it would be a line along its edge.
    if (!isDrawing || event.button !== 0 || !isInside(...placeOf(event))) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    stroke.current = new Stroke(room, of);
    stroke.current.add(pointOf(event));
  };
  const end = () => {
    stroke.current?.end();
    stroke.current = null;
  };
  const nameOf = (mark: Mark) =>
    mark.uid === room.entry.uid ? '' : (people.find(({ uid }) => uid === mark.uid)?.nickname ?? '');
  return (
    <>
      <svg
        className={classes.marks}
        viewBox={`0 0 ${size.width} ${size.height}`}
        data-drawing={isDrawing || undefined}
        aria-hidden="true"
        onPointerDown={begin}
        onPointerMove={(event) => stroke.current?.add(pointOf(event))}
        onPointerUp={end}
        onPointerCancel={end}
      >
        {marks
          .filter((mark) => mark.of === of)
          .map((mark) => {
            const points = pairsOf(mark.points, size);
            const [x = 0, y = 0] = points.at(-1) ?? [];
            return (
              <g key={`${mark.uid}.${mark.stroke}`} style={{ color: colorOf(mark.uid) }}>
                {/* A dot is drawn as a line without length. */}
                <polyline points={(points.length > 1 ? points : [...points, ...points]).join(' ')} />
                <text x={x} y={y} dx={size.height / 80} fontSize={size.height / 36}>
                  {nameOf(mark)}
                </text>
              </g>
            );
          })}
      </svg>
      <ActionIcon
        className={classes.draw ?? ''}
        variant="filled"
        color={isDrawing ? undefined : 'dark'}
        size="lg"
        radius="xl"
        aria-pressed={isDrawing}
        aria-label={t(isDrawing ? 'meeting.draw_stop' : 'meeting.draw')}
        onClick={() => useDrawing.setState({ of: isDrawing ? 0 : of })}
      >
        {isDrawing ? <IconPencilOff size={20} stroke={1.75} /> : <IconPencil size={20} stroke={1.75} />}
      </ActionIcon>
    </>
  );
}

/** Converts points to pixels of the shared picture. */
export function pairsOf(points: readonly number[], { width, height }: Size): [number, number][] {
  const pairs: [number, number][] = [];
  for (let at = 0; at + 1 < points.length; at += 2)
    pairs.push([((points[at] ?? 0) * width) / MARK_SCALE, ((points[at + 1] ?? 0) * height) / MARK_SCALE]);
  return pairs;
}
