import { imageUpload, logoSave } from '@atrium/contract/people/avatars.ts';
import { direct, type Route, write } from '#platform/http/route';
import { uploadImage } from './avatars.service.ts';
import { saveLogo } from './logo.service.ts';

export const avatarRoutes: Route[] = [direct(imageUpload, uploadImage), write(logoSave, saveLogo)];
