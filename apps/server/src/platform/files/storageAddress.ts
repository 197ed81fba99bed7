import path from 'node:path';

/** The place of stored files: a folder of this machine, or a bucket of an S3 server. */
export type StorageAddress = { folder: string } | BucketAddress;

export interface BucketAddress {
  bucket: string;
  /** The beginning of every key: empty, or with a slash at the end. */
  prefix: string;
  /** Null for AWS itself, which has one per region. */
  endpoint: string | null;
  region: string;
  /** True if the bucket is named in the path instead of the host name. */
  isPathStyle: boolean;
  /** Null for credentials that the AWS SDK finds: its files, or the role of the machine. */
  keys: { id: string; secret: string } | null;
  /** True if browsers download from the bucket by signed addresses. */
  isDirect: boolean;
}

/** The settings of a bucket that are not part of its address. */
export type BucketAccess = Pick<BucketAddress, 'keys' | 'isDirect'>;

const EXAMPLE = 's3://bucket/folder?endpoint=https://s3.example.org&region=eu-central-1';
const OPTIONS = ['endpoint', 'region', 'path_style'];

/**
 * Reads a folder's path or an address like `s3://bucket/folder?endpoint=...&region=...&path_style=no`.
 *
 * @throws Error  with a sentence without a subject, for "NAME must ..."
 */
export function readStorageAddress(text: string, access: BucketAccess): StorageAddress {
  if (!text.includes('://')) return { folder: path.resolve(text) };
  if (!text.startsWith('s3://') || !URL.canParse(text))
    throw new Error(`must be a folder or an address like ${EXAMPLE}`);
  const { hostname: bucket, pathname, searchParams, username, password, port } = new URL(text);
  if (username || password) {
    throw new Error('must not contain keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  if (port || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new Error(`must name a bucket of 3 to 63 small letters, digits, dots and hyphens, as in ${EXAMPLE}`);
  }
  for (const name of searchParams.keys()) {
    if (!OPTIONS.includes(name)) throw new Error(`has no option ${name}: use ${OPTIONS.join(', ')}`);
  }
  const endpoint = searchParams.get('endpoint');
  if (endpoint !== null && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol))) {
    throw new Error('must have an endpoint that is an address like https://s3.example.org');
  }
  const style = searchParams.get('path_style') ?? (endpoint ? 'yes' : 'no');
  if (style !== 'yes' && style !== 'no') throw new Error('must have path_style=yes or path_style=no');
  const folder = decodeURIComponent(pathname).split('/').filter(Boolean).join('/');
  return {
    bucket,
    prefix: folder && `${folder}/`,
    endpoint,
    region: searchParams.get('region') ?? 'us-east-1',
    isPathStyle: style === 'yes',
    ...access,
  };
}
