import type { Module } from '#platform/module';
import { registerStickers } from './stickers.http.ts';
import { stickerRoutes } from './stickers.routes.ts';

export const stickersModule: Module = {
  name: 'stickers',
  routes: stickerRoutes,
  http: registerStickers,
};
