import { LOCAL_PICTURE } from '@atrium/client/projects/newTask.ts';
import { REMOTE_URL } from '@atrium/richtext/html/urls.ts';
import { Node } from '@tiptap/core';
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react';
import { useEffect } from 'react';
import { useFileAddress, useLocalFile } from '#sync/files.ts';
import classes from './Description.module.css';
import { loadWaitingPicture } from './draft.actions.ts';

/**
 * A picture stored with the task. In the editor's HTML it has another tag (`contentOf` restores it): the page would
 * otherwise load the picture without a key.
 */
export const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: '' },
    alt: { default: '' },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ node: { attrs } }) => [
    'img',
    { 'data-src': attrs['src'], alt: attrs['alt'], width: attrs['width'], height: attrs['height'] },
  ],
  addNodeView: () => ReactNodeViewRenderer(PictureView),
});

function PictureView({ node, selected }: NodeViewProps) {
  const { src, alt, width, height } = node.attrs as { src: string; alt: string; width?: number; height?: number };
  const isStored = src.startsWith(REMOTE_URL);
  // External pictures are not loaded, because their server would learn who reads this.
  const stored = useFileAddress(isStored ? src : '');
  // A picture whose task is not created yet is in the browser's storage.
  const key = src.startsWith(LOCAL_PICTURE) ? src.slice(LOCAL_PICTURE.length) : '';
  const local = useLocalFile(key);
  useEffect(() => {
    if (key) loadWaitingPicture(key);
  }, [key]);
  const address = local || stored;
  return (
    <NodeViewWrapper as="span" className={classes.picture} data-selected={selected || undefined}>
      {isStored || key ? (
        address && <img src={address} alt={alt} width={width} height={height} decoding="async" data-drag-handle="" />
      ) : (
        <a href={src} target="_blank" rel="noopener noreferrer">
          {alt || src}
        </a>
      )}
    </NodeViewWrapper>
  );
}
