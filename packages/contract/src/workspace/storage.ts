import { Type } from 'typebox';
import { Count, call, errors, Ids, MaybeInt, OneOf, ReadOrSave } from '../kit.ts';

/** The people who can download archives besides administrators: everyone, no one, the listed people, or all but these. */
export const PACKERS = ['all', 'admin', 'appointAllow', 'appointProhibit'] as const;

/** The longest that deleted files and versions may be kept, in days, and the most versions. */
export const KEPT_MAX = 3650;

export const storageErrors = errors({
  'check.storage': { ret: 0 },
});

export const fileSetting = call('system/setting/file', {
  summary:
    'Returns who can download files as an archive, storage limits, and how long deleted files and versions are kept; `save` changes the given fields.',
  access: 'admin',
  input: Type.Object({
    type: ReadOrSave(),
    permission_pack_type: Type.Optional(OneOf(...PACKERS)),
    permission_pack_userids: Type.Optional(Ids(200)),
    quota_person: MaybeInt({ minimum: 0 }),
    quota_total: MaybeInt({ minimum: 0 }),
    bin_days: MaybeInt({ minimum: 1, maximum: KEPT_MAX }),
    versions_most: MaybeInt({ minimum: 0, maximum: KEPT_MAX }),
    versions_days: MaybeInt({ minimum: 0, maximum: KEPT_MAX }),
  }),
  output: Type.Object({
    permission_pack_type: OneOf(...PACKERS),
    permission_pack_userids: Type.Array(Count()),
    /** MB of files per person; 0 = no limit. */
    quota_person: Count(),
    /** Total storage in MB; 0 = no limit. */
    quota_total: Count(),
    /** Days that deleted files stay in the bin. */
    bin_days: Count(),
    /** Earlier versions of a file, and the days since one was replaced; 0 = no limit. */
    versions_most: Count(),
    versions_days: Count(),
    /** Bytes stored now. */
    used_total: Count(),
    /** The people who store the most, up to ten. */
    used_most: Type.Array(Type.Object({ userid: Count(), bytes: Count() })),
  }),
});

export const storageCheck = call('system/storage/check', {
  summary: 'Tests the file storage by writing, reading and deleting a small file.',
  access: 'admin',
  output: Type.Object({
    /** The tested folder, or the bucket as `s3://bucket/folder`. */
    folder: Type.String(),
    is_bucket: Type.Boolean(),
    /** Free bytes; 0 for a bucket, which has no limit that it tells. */
    free: Count(),
  }),
  errors: ['check.storage'],
});

export const storageCalls = [fileSetting, storageCheck] as const;
