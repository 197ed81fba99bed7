import { useRef } from 'react';

interface Props {
  /** A whole page, from `sandboxedPage`. */
  page: string;
  title: string;
  className?: string | undefined;
  scale?: number;
  height?: number;
  /** Called with the height of its content. */
  onHeight?: (height: number) => void;
}

/**
 * A document in a frame without scripts, whose styles end at its border. It has this page's origin, so that keys work
 * in it and it can be scaled. Nothing inside can use the origin without `allow-scripts`.
 */
export function Sandbox({ page, title, className, scale = 1, height, onHeight }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const body = frame.current?.contentDocument?.body;
  if (body) body.style.zoom = String(scale);
  return (
    <iframe
      ref={frame}
      className={className}
      title={title}
      style={height === undefined ? undefined : { height }}
      srcDoc={page}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      onLoad={() => {
        const inside = frame.current?.contentDocument;
        if (!inside) return;
        inside.body.style.zoom = String(scale);
        onHeight?.(inside.documentElement.scrollHeight);
        // The keys of the viewer work inside the frame too.
        inside.addEventListener('keydown', (event) => {
          const copy = new KeyboardEvent('keydown', {
            key: event.key,
            ctrlKey: event.ctrlKey,
            metaKey: event.metaKey,
            altKey: event.altKey,
            bubbles: true,
            cancelable: true,
          });
          if (!frame.current?.dispatchEvent(copy)) event.preventDefault();
        });
      }}
    />
  );
}
