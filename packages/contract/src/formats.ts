/** What both sides take for an address that mail can be sent to. */
const EMAIL = /^[^\s@<>()",;:\\]{1,64}@[^\s@<>()",;:\\.]+(\.[^\s@<>()",;:\\.]+)+$/;
const EMAIL_CHARS = 100;
/** Eleven digits that begin with 13 to 19, with the country or without it. */
const CHINA_MOBILE = /^(?:\+?86)?(1[3-9]\d{9})$/;

export const isEmail = (text: string): boolean => text.length <= EMAIL_CHARS && EMAIL.test(text);

const chinaMobile = (text: string): string | undefined => CHINA_MOBILE.exec(text.replace(/[ -]/g, ''))?.[1];

/** A mobile number of mainland China, however it is spaced. */
export const isChinaMobile = (text: string): boolean => chinaMobile(text) !== undefined;

/** The one spelling of a phone number that has several; any other stays as it was written. */
export const plainTel = (text: string): string => chinaMobile(text) ?? text;
