import { FileDamaged, StorageRefused } from '../storage.ts';
import type { BucketAddress } from '../storageAddress.ts';

interface S3Error extends Error {
  Code?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

const nameOf = (error: unknown): string => {
  const { name, Code, code } = error as S3Error;
  return [name, Code, code].find((each) => each && each !== 'Error' && each !== 'AggregateError') ?? name;
};
const statusOf = (error: unknown): number => (error as S3Error).$metadata?.httpStatusCode ?? 0;

/** True if the file does not exist. A missing bucket is another error. */
export const isAbsent = (error: unknown): boolean =>
  ['NoSuchKey', 'NotFound'].includes(nameOf(error)) || (statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket');

export const isNotImplemented = (error: unknown): boolean => statusOf(error) === 501 || statusOf(error) === 405;

const WRONG_KEYS = ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken', 'ExpiredToken', 'AuthFailure'];
const UNREACHABLE = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'TimeoutError',
];

/** Describes an error in words for the operator. The error for an absent file has the code ENOENT, as for a folder. */
export function describeError(error: unknown, { bucket, endpoint }: BucketAddress, key: string): Error {
  if (error instanceof FileDamaged || error instanceof StorageRefused) return error;
  const name = nameOf(error);
  const server = endpoint ?? 'AWS';
  const refused = (message: string) => new StorageRefused(message, { cause: error });
  if (name === 'NoSuchBucket') {
    return refused(`There is no bucket ${bucket} at ${server}: create it, or correct ATRIUM_STORAGE.`);
  }
  if (WRONG_KEYS.includes(name)) {
    return refused(
      `${server} refuses the keys of the bucket ${bucket} (${name}): correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    );
  }
  if (name === 'CredentialsProviderError') {
    return refused(`There are no keys for the bucket ${bucket}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`);
  }
  if (statusOf(error) === 403) {
    return refused(`${server} does not let these keys read and write in the bucket ${bucket}: allow it there.`);
  }
  if (name === 'PermanentRedirect' || name === 'AuthorizationHeaderMalformed') {
    return refused(`The bucket ${bucket} is in another region: name it in ATRIUM_STORAGE with ?region=.`);
  }
  if (UNREACHABLE.includes(name)) {
    return refused(`${server} does not answer (${name}): start it, or correct the endpoint in ATRIUM_STORAGE.`);
  }
  if (isAbsent(error)) {
    return Object.assign(new Error(`There is no ${key} in the bucket ${bucket}`, { cause: error }), { code: 'ENOENT' });
  }
  return error instanceof Error ? error : new Error(String(error));
}
