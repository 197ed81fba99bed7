import {
  dialogOne,
  dialogUser,
  groupAdd,
  groupAdduser,
  groupDeluser,
  groupTransfer,
  MEMBERS_AT_ONCE,
} from '@atrium/contract/chat/dialogs.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sideTransaction } from '#testing/sideTransaction';
import { administrator, person, refused, testServer, unique, world } from '#testing/world';

const idsOf = (answer: readonly { userid: number }[]) => answer.map(({ userid }) => userid);

test('members of a large group come in pages, those of a small one in full', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const { app } = await testServer();
  const group = await ada.call(groupAdd, { userids: [bo.userid], chat_name: unique('G') });
  const small = await ada.call(dialogUser, { dialog_id: group.id });
  expect(new Set(idsOf(small))).toEqual(new Set([ada.userid, bo.userid]));
  // More members than this test could register; only their number matters here.
  await sql`
    insert into dialog_members (dialog_id, userid, inviter)
    select ${group.id}, 1000000 + n, ${ada.userid} from generate_series(1, ${MEMBERS_AT_ONCE + 500}::int) n`.execute(
    app.db,
  );
  const first = await ada.call(dialogUser, { dialog_id: group.id });
  expect(idsOf(first)).toHaveLength(MEMBERS_AT_ONCE);
  const second = await ada.call(dialogUser, { dialog_id: group.id, page: 2 });
  expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(MEMBERS_AT_ONCE + 502);
  const eve = await person('eve');
  await expect(eve.call(dialogUser, { dialog_id: group.id, page: 2 })).rejects.toMatchObject(refused('dialog.gone'));
});

test('a member who leaves a group at the same moment does not become its owner', async () => {
  const admin = await administrator();
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const { id: dialog_id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: unique('G') });
  await ada.call(groupAdduser, { dialog_id, userids: [cy.userid] });
  const other = await sideTransaction();
  await other.query('select id from dialogs where id = $1 for no key update', [dialog_id]);
  await other.query('delete from dialog_members where dialog_id = $1 and userid = $2', [dialog_id, bo.userid]);
  const leaving = admin.call(userOperation, { userid: ada.userid, type: 'delete', delete_reason: 'left' });
  await other.isWaitedFor();
  await other.commit();
  await leaving;
  expect((await cy.call(dialogOne, { dialog_id })).owner_id).toBe(cy.userid);
});

test('a member who becomes the owner of a group at the same moment stays in it', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const group = await ada.call(groupAdd, { userids: [bo.userid, cy.userid], chat_name: unique('G') });
  const dialog_id = group.id;
  for (const [start, code] of [
    [() => bo.call(groupDeluser, { dialog_id }), 'group.owner_stays'],
    [() => ada.call(groupDeluser, { dialog_id, userids: [bo.userid] }), 'group.owner_stays'],
    [() => ada.call(groupTransfer, { dialog_id, userid: cy.userid }), 'dialog.owner'],
  ] as const) {
    const other = await sideTransaction();
    await other.query('select id from dialogs where id = $1 for no key update', [dialog_id]);
    const outcome = start().then(
      () => 'done',
      (error: unknown) => error,
    );
    await other.isWaitedFor();
    await other.query('update dialogs set owner_id = $2 where id = $1', [dialog_id, bo.userid]);
    await other.commit();
    expect(await outcome).toMatchObject(refused(code));
    expect((await cy.call(dialogOne, { dialog_id })).owner_id).toBe(bo.userid);
    expect(idsOf(await cy.call(dialogUser, { dialog_id }))).toContain(bo.userid);
    await bo.call(groupTransfer, { dialog_id, userid: ada.userid });
  }
});
