import type { UserBasic } from '@atrium/contract/people/users.ts';

/** People, and bots to chat with, that is assistants and people's own: built-in bots only send notices. */
export const isGroupMate = ({ bot, email }: Pick<UserBasic, 'bot' | 'email'>): boolean =>
  !bot || /^(?:ai|user)-[^@]*@bot\.system$/.test(email);
