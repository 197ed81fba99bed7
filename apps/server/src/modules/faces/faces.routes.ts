import { imageUpload } from '@atrium/contract/people/faces.ts';
import { direct, type Route } from '#platform/http/route';
import { uploadImage } from './faces.service.ts';

export const faceRoutes: Route[] = [direct(imageUpload, uploadImage)];
