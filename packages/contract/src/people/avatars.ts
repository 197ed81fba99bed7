import { Type } from 'typebox';
import { Count, call, Line, Text, Upload } from '../kit.ts';

/** Ten megabytes: the size of a phone's photo. */
export const AVATAR_MAX_BYTES = 10 * 1024 * 1024;

export const imageUpload = call('system/imgupload', {
  summary:
    'Stores a picture for use as the caller’s profile picture (`users/editdata`), as multipart `image` or as `image64`.',
  access: 'user',
  input: Type.Object({
    image: Type.Optional(Upload({ maxBytes: AVATAR_MAX_BYTES })),
    image64: Type.Optional(Text()),
    filename: Type.Optional(Line({ maxLength: 255 })),
  }),
  output: Type.Object({
    name: Type.String(),
    /** The size in KB. */
    size: Count(),
    /** Without a leading slash. */
    path: Type.String(),
    url: Type.String(),
    thumb: Type.String(),
    width: Count(),
    height: Count(),
    ext: Type.String(),
  }),
  errors: ['rate.limited', 'upload.large', 'file.empty', 'file.not_picture', 'file.broken', 'file.pixels'],
});

export const logoSave = call('system/logo/save', {
  summary: 'Chooses the workspace’s logo, which everyone sees, also on the sign-in page and in mails.',
  access: 'admin',
  input: Type.Object({
    /** A path returned by `system/imgupload`; '' for Atrium’s own logo. */
    logo: Line({ maxLength: 200 }),
  }),
  output: Type.Object({ system_logo: Type.String() }),
  errors: ['parameter'],
});

export const avatarCalls = [imageUpload, logoSave];
