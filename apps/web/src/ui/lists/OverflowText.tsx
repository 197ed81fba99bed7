import { useRef, useState } from 'react';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';

/** One line that is cut if too long, and then shows its full text on hover. */
export function OverflowText({ text }: { text: string }) {
  const box = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  const measure = () => setCut((box.current?.scrollWidth ?? 0) > (box.current?.clientWidth ?? 0));
  return (
    <Tooltip label={text} disabled={!isCut} multiline maw={360}>
      <span ref={box} className="truncate" onMouseEnter={measure}>
        {text}
      </span>
    </Tooltip>
  );
}
