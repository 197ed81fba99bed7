/** The email addresses that client and server accept. */
const EMAIL = /^[^\s@<>()",;:\\]{1,64}@[^\s@<>()",;:\\.]+(\.[^\s@<>()",;:\\.]+)+$/;
const EMAIL_CHARS = 100;
/** Eleven digits that begin with 13 to 19, with or without the country code. */
const CHINA_MOBILE = /^(?:\+?86)?(1[3-9]\d{9})$/;

export const isEmail = (text: string): boolean => text.length <= EMAIL_CHARS && EMAIL.test(text);

const chinaMobile = (text: string): string | undefined => CHINA_MOBILE.exec(text.replace(/[ -]/g, ''))?.[1];

/** A mobile number of mainland China, in any spacing. */
export const isChinaMobile = (text: string): boolean => chinaMobile(text) !== undefined;

/** The normalized spelling of a Chinese mobile number; any other stays as written. */
export const plainTel = (text: string): string => chinaMobile(text) ?? text;
