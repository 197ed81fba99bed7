import type { UserBasic } from '@atrium/contract/people/users.ts';

/**
 * True for people, and for bots to chat with, which are assistants and people's own: built-in bots only send notices.
 */
export const isGroupMate = ({ bot, email }: Pick<UserBasic, 'bot' | 'email'>): boolean =>
  !bot || /^(?:ai|user)-[^@]*@bot\.system$/.test(email);
