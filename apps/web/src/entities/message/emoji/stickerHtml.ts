import type { Sticker } from '@atrium/contract/chat/stickers.ts';

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A sticker as a message. The server stores its address as one of the workspace's own. */
export function stickerHtml({ name, src, width, height }: Sticker): string {
  const { pathname } = new URL(src, location.origin);
  const size = `width="${Math.round(width)}" height="${Math.round(height)}"`;
  return `<p><img class="emoticon" data-asset="${escape(pathname.slice(1))}" data-name="${escape(name)}" alt="${escape(name)}" ${size} src="{{RemoteURL}}${escape(pathname.slice(1))}"></p>`;
}
