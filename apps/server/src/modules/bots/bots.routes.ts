import * as contract from '@atrium/contract/chat/bots.ts';
import { requireProof } from '#modules/sessions/proof.service';
import { direct, type Route, read, write } from '#platform/http/route';
import { deleteBot, editBot, listOthers, listOwn, ownBot, readBot, revokeToken, tokenOf } from './bots.service.ts';
import { greet } from './commands.service.ts';
import { readDeliveries, resend } from './deliveries.service.ts';

export const botRoutes: Route[] = [
  read(contract.botList, listOwn),
  read(contract.botOthers, listOthers),
  read(contract.botInfo, readBot),
  write(contract.botEdit, async (work, input) => {
    const bot = await editBot(work, input);
    if (!input.id) await greet(work, await ownBot(work, bot.id));
    return bot;
  }),
  write(contract.botDelete, deleteBot),
  write(contract.botToken, async (work, { id }) => {
    await requireProof(work);
    return { token: await tokenOf(work, await ownBot(work, id)) };
  }),
  write(contract.botRevoke, async (work, { id }) => {
    await requireProof(work);
    return { token: await revokeToken(work, await ownBot(work, id)) };
  }),
  read(contract.botDeliveries, readDeliveries),
  direct(contract.botResend, resend),
];
