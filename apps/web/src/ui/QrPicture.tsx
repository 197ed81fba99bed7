import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './QrPicture.module.css';

/** A QR code, dark on light in both themes, for cameras. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data } = encode(text, { ecc: 'M', border: 2 });
    const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: data.length, path: dots.join('') };
  }, [text]);
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      data-address={text}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
