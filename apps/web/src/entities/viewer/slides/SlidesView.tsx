import { useEffect, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import { LoadingNotice, Notice, WhenLoaded } from '../Notice.tsx';
import { ScaleTools } from '../ScaleTools.tsx';
import { type Refusal, refusalOf, useFileContent } from '../useFileContent.ts';
import { useScaleKeys } from '../useScale.ts';
import { useWidth } from '../useWidth.ts';
import type { ViewedFile } from '../viewedFile.ts';
import { openPresentation, type Presentation, type Slide } from './presentation.ts';
import { SlidePicture } from './SlidePicture.tsx';
import classes from './Slides.module.css';

/** A presentation's slides, one below the other. */
export function SlidesView({ viewed }: { viewed: ViewedFile }) {
  const loaded = useFileContent(viewed, openPresentation);
  return (
    <WhenLoaded viewed={viewed} loaded={loaded}>
      {(presentation) => <Slides presentation={presentation} viewed={viewed} />}
    </WhenLoaded>
  );
}

const WIDEST_PX = 1100;
const EDGES_PX = 32;

function Slides({ presentation, viewed }: { presentation: Presentation; viewed: ViewedFile }) {
  useEffect(() => () => presentation.close(), [presentation]);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const scale = useScaleKeys();
  const shown = (Math.min(WIDEST_PX, Math.max(200, width - EDGES_PX)) / presentation.width) * scale.value;
  return (
    <>
      <ScaleTools scale={scale} />
      <div
        ref={box}
        className={classes.page}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area is reached by keys
        tabIndex={0}
        role="document"
        aria-label={viewed.file.name}
      >
        <ol className={classes.list}>
          {Array.from({ length: presentation.count }, (_, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- slides never move
            <Framed key={index} presentation={presentation} index={index} scale={shown} viewed={viewed} />
          ))}
        </ol>
      </div>
    </>
  );
}

interface FramedProps {
  presentation: Presentation;
  index: number;
  scale: number;
  viewed: ViewedFile;
}

/** A slide, which is read and drawn once it comes near. */
function Framed({ presentation, index, scale, viewed }: FramedProps) {
  const place = useRef<HTMLLIElement>(null);
  const [slide, setSlide] = useState<Slide | Refusal>();
  useEffect(() => {
    let isWanted = true;
    const read = () =>
      presentation.slide(index).then(
        (found) => isWanted && setSlide(found),
        (error: unknown) => isWanted && setSlide(refusalOf(error)),
      );
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        void read();
      },
      { rootMargin: '1000px' },
    );
    if (place.current) observer.observe(place.current);
    return () => {
      isWanted = false;
      observer.disconnect();
    };
  }, [presentation, index]);
  const { width, height, count } = presentation;
  return (
    <li ref={place}>
      <div className={classes.frame} style={{ width: width * scale, height: height * scale }}>
        {!slide && <LoadingNotice />}
        {slide && 'reason' in slide && <Notice viewed={viewed} refusal={slide} />}
        {slide && 'shapes' in slide && (
          <div style={{ transform: `scale(${scale})`, transformOrigin: '0 0' }}>
            <SlidePicture slide={slide} width={width} height={height} />
          </div>
        )}
      </div>
      <div className={classes.number}>{t('viewer.slide_of', { index: index + 1, count })}</div>
    </li>
  );
}
