import type { Module } from '#platform/module';
import { registerAvatars } from './avatars.http.ts';
import { avatarRoutes } from './avatars.routes.ts';

export const avatarsModule: Module = {
  name: 'avatars',
  routes: avatarRoutes,
  http: registerAvatars,
};
