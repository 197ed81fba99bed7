import { filled, ShapeView } from '../drawingml/ShapeView.tsx';
import type { Fill } from '../drawingml/shape.ts';
import type { Slide } from './presentation.ts';
import classes from './Slides.module.css';

/** A slide in its own size, which is scaled by what shows it. */
export function SlidePicture({ slide, width, height }: { slide: Slide; width: number; height: number }) {
  return (
    <div className={classes.slide} style={{ width, height, ...filled(slide.background ?? WHITE) }}>
      {slide.shapes.map((shape, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a slide never changes
        <ShapeView key={index} shape={shape} />
      ))}
    </div>
  );
}
const WHITE: Fill = { kind: 'color', color: '#ffffff' };
