import type { UserBasic } from '@atrium/contract/people/users.ts';

/** People, and bots that can be talked with among them, assistants and people's own: those of the house only tell things. */
export const isGroupMate = ({ bot, email }: Pick<UserBasic, 'bot' | 'email'>): boolean =>
  !bot || /^(?:ai|user)-[^@]*@bot\.system$/.test(email);
