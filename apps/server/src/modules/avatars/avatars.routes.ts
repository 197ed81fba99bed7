import { imageUpload } from '@atrium/contract/people/avatars.ts';
import { direct, type Route } from '#platform/http/route';
import { uploadImage } from './avatars.service.ts';

export const avatarRoutes: Route[] = [direct(imageUpload, uploadImage)];
