/** Schemes that other applications open: mail, phone, maps, messengers, meetings, payments and app stores. */
const SCHEMES =
  /^(mailto|tel|sms|smsto|facetime|facetime-audio|geo|maps|comgooglemaps|waze|baidumap|iosamap|androidamap|qqmap|zoommtg|zoomus|msteams|webex|wemeet|tencentmeeting|skype|whatsapp|tg|signal|sgnl|weixin|wechat|mqq|line|kakaotalk|slack|discord|alipay|alipays|paypal|venmo|upi|market|itms|itms-apps|itms-appss|macappstore|ms-windows-store|intent|vscode|webcal):/i;

/** Hosts whose pages lead into an application of their own; subdomains belong to them. */
const HOSTS = [
  // Meetings.
  'zoom.us',
  'meet.google.com',
  'teams.microsoft.com',
  'teams.live.com',
  'webex.com',
  'meeting.tencent.com',
  'voovmeeting.com',
  'whereby.com',
  'meet.jit.si',
  // Maps.
  'maps.google.com',
  'maps.app.goo.gl',
  'maps.apple.com',
  'map.baidu.com',
  'amap.com',
  'map.qq.com',
  'waze.com',
  // Payments.
  'paypal.com',
  'paypal.me',
  'pay.google.com',
  'alipay.com',
  'pay.weixin.qq.com',
  'checkout.stripe.com',
  'buy.stripe.com',
  // App stores.
  'apps.apple.com',
  'itunes.apple.com',
  'testflight.apple.com',
  'play.google.com',
  'apps.microsoft.com',
  'appgallery.huawei.com',
  'f-droid.org',
];

/** True if the system opens an address: it belongs to another application, and a window of a shell cannot show it. */
export function opensOutside(address: string): boolean {
  if (SCHEMES.test(address)) return true;
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/**
 * True if a shell may pass an address on to the system: web pages, and the applications named above. Any other scheme
 * could start a program of the computer with text from a message: `ms-msdt:`, `search-ms:`, `smb:` and the like.
 */
export const maySystemOpen = (address: string): boolean => {
  const trimmed = address.trim();
  return /^https?:/i.test(trimmed) || SCHEMES.test(trimmed);
};
