import { APPROVAL_TEMPLATES } from '@atrium/contract/approvals/templates/templates.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { accountCreated } from '#modules/auth/signUp/accountCreated.service';
import { seedDefinitions } from './definitions.service.ts';

const SEEDS = ['leave', 'expense'] as const;

/** A fresh workspace has forms to begin with, in the language of its first administrator. */
export const seedForms = accountCreated.with(async (work, user, lang) => {
  if (!user.identity.includes('admin')) return;
  const contents = SEEDS.map((id) => APPROVAL_TEMPLATES[id]((key) => translate(lang, key)));
  await seedDefinitions(work, contents);
});
