import * as contract from '@atrium/contract/files/files.ts';
import { direct, type Route } from '#platform/http/route';
import { beginUpload, cancelUpload, mergeUpload, takeChunk } from './uploads.service.ts';

export const uploadRoutes: Route[] = [
  direct(contract.uploadInit, beginUpload),
  direct(contract.uploadChunk, takeChunk),
  direct(contract.uploadMerge, mergeUpload),
  direct(contract.uploadCancel, cancelUpload),
];
