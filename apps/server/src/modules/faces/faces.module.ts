import type { Module } from '#platform/module';
import { registerFaces } from './faces.http.ts';
import { faceRoutes } from './faces.routes.ts';

export const facesModule: Module = {
  name: 'faces',
  routes: faceRoutes,
  http: registerFaces,
};
