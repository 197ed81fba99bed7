import type https from 'node:https';
import { S3Client } from '@aws-sdk/client-s3';
import type { BucketAddress } from '../storageAddress.ts';

/** A bucket with its client. */
export interface Bucket {
  client: S3Client;
  address: BucketAddress;
  /** Converts a key of the storage to that of the bucket. */
  at(key: string): { Bucket: string; Key: string };
}

const CONNECT_MS = 5000;
/** The time limit of a request, which includes sending a part over a slow connection. */
const ANSWER_MS = 120_000;
/** The number of connections is high, because a download holds one for as long as its reader takes. */
const CONNECTIONS = { keepAlive: true, maxSockets: 1000 };

export function openBucket(address: BucketAddress, agent?: https.Agent): Bucket {
  const { bucket, prefix, endpoint, region, isPathStyle, keys } = address;
  const client = new S3Client({
    region,
    forcePathStyle: isPathStyle,
    ...(endpoint && { endpoint }),
    ...(keys && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    maxAttempts: 4,
    // Newer checksums are off, because many S3 servers refuse them. The signature covers the SHA-256 of each body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      httpAgent: CONNECTIONS,
      httpsAgent: agent ?? CONNECTIONS,
    },
  });
  return { client, address, at: (key) => ({ Bucket: bucket, Key: prefix + key }) };
}
