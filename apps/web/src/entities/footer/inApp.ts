/** Matches browsers inside messengers and social networks, which keep no sign-in and install nothing. */
const IN_APP =
  /MicroMessenger|\bQQ\/|DingTalk|Lark|Feishu|Weibo|FBAN|FBAV|FB_IAB|Instagram|\bLine\/|KAKAOTALK|Telegram|Snapchat|Twitter|LinkedInApp|WhatsApp/i;

export const isInApp = (agent = navigator.userAgent): boolean => IN_APP.test(agent);
