import { accountDelete, userOperation } from '@atrium/contract/people/accounts.ts';
import * as t from '@atrium/contract/people/personTags.ts';
import { userEditdata } from '@atrium/contract/people/profile.ts';
import { expect, test } from 'vitest';
import { administrator, PASSWORD, person, refused, type TestClient, testServer, unique } from '#testing/world';

const names = ({ list }: t.PersonTags) => list.map(({ name }) => name);
async function add(by: TestClient, whom: TestClient, name: string): Promise<number> {
  const { list } = await by.call(t.personTagAdd, { userid: whom.userid, name });
  return list.find((tag) => tag.name === name)?.id ?? 0;
}

test('tags with the most votes come first; voting again withdraws the vote', async () => {
  const [ada, bo, eve] = [await person('ada'), await person('bo'), await person('eve')];
  const [first, second] = [await add(bo, ada, 'Knots'), await add(eve, ada, 'Lathe')];
  expect(names(await bo.call(t.personTagLists, { userid: ada.userid }))).toEqual(['Knots', 'Lathe']);

  const seen = await bo.call(t.personTagRecognize, { tag_id: second });
  expect(seen.list).toEqual([
    expect.objectContaining({ id: second, user_id: ada.userid, recognition_total: 1, recognized: true }),
    expect.objectContaining({ id: first, created_by: bo.userid, recognition_total: 0, recognized: false }),
  ]);
  await ada.call(t.personTagRecognize, { tag_id: second });
  const [mine] = (await eve.call(t.personTagLists, { userid: ada.userid })).list;
  expect(mine).toMatchObject({ name: 'Lathe', recognition_total: 2, recognized: false });
  expect(mine?.created_by_name).toContain('eve');

  const [after] = (await bo.call(t.personTagRecognize, { tag_id: second })).list;
  expect(after).toMatchObject({ id: second, recognition_total: 1, recognized: false });
});

test('a tag is changed by its person, its creator and administrators only', async () => {
  const [root, ada, bo, eve] = [await administrator(), await person('ada'), await person('bo'), await person('eve')];
  const tag_id = await add(bo, ada, 'Welds');
  const rights = async (by: TestClient) => {
    const { list } = await by.call(t.personTagLists, { userid: ada.userid });
    return list.map(({ can_edit, can_delete }) => [can_edit, can_delete]);
  };
  for (const by of [ada, bo, root]) {
    expect(await rights(by)).toEqual([[true, true]]);
    const name = unique('w').slice(-20);
    expect(names(await by.call(t.personTagUpdate, { tag_id, name }))).toEqual([name]);
  }
  expect(await rights(eve)).toEqual([[false, false]]);
  await expect(eve.call(t.personTagUpdate, { tag_id, name: 'Mine' })).rejects.toEqual(refused('person_tag.own'));
  await expect(eve.call(t.personTagDelete, { tag_id })).rejects.toEqual(refused('person_tag.own'));
  // Voting for a tag does not make it one's own.
  await eve.call(t.personTagRecognize, { tag_id });
  await expect(eve.call(t.personTagDelete, { tag_id })).rejects.toEqual(refused('person_tag.own'));

  for (const by of [ada, bo, root]) {
    const again = await add(bo, ada, 'Once more');
    expect(names(await by.call(t.personTagDelete, { tag_id: again }))).not.toContain('Once more');
    await expect(by.call(t.personTagDelete, { tag_id: again })).rejects.toEqual(refused('person_tag.gone'));
    await expect(by.call(t.personTagRecognize, { tag_id: again })).rejects.toEqual(refused('person_tag.gone'));
  }
});

test('a tag name has 1 to 20 characters and is unique per person, ignoring case', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const { userid } = ada;
  await add(bo, ada, 'Ölwechsel');
  const tag_id = await add(bo, ada, 'Knots');
  for (const name of ['knots', ' KNOTS ', 'ölWECHSEL']) {
    await expect(bo.call(t.personTagAdd, { userid, name })).rejects.toEqual(refused('person_tag.taken'));
  }
  await expect(bo.call(t.personTagUpdate, { tag_id, name: 'ÖLwechsel' })).rejects.toEqual(refused('person_tag.taken'));
  // A tag does not conflict with itself.
  expect(names(await bo.call(t.personTagUpdate, { tag_id, name: 'KNOTS' }))).toContain('KNOTS');
  // Another person may have a tag of the same name.
  expect(await add(ada, bo, 'knots')).toBeGreaterThan(0);

  await expect(bo.call(t.personTagAdd, { userid, name: '  ' })).rejects.toMatchObject(refused('parameter.short'));
  await expect(bo.call(t.personTagAdd, { userid, name: 'x'.repeat(21) })).rejects.toEqual(refused('parameter.long'));
  expect(await add(bo, ada, '图'.repeat(20))).toBeGreaterThan(0);
});

test('a person has at most 100 tags, and a card shows ten', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const { userid } = ada;
  const tags = Array.from({ length: 103 }, (_, index) => bo.call(t.personTagAdd, { userid, name: `Tag ${index}` }));
  const outcomes = await Promise.allSettled(tags);
  const failed = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  expect(failed).toEqual([1, 2, 3].map(() => refused('person_tag.limit')));
  const { list, top, total } = await ada.call(t.personTagLists, {});
  expect([list.length, total, top]).toEqual([100, 100, list.slice(0, 10)]);
  expect(await bo.call(t.userExtra, { userid })).toMatchObject({
    personal_tags_total: 100,
    personal_tags: { length: 10 },
  });
});

test('a profile card shows the bio, and open cards follow tag changes', async () => {
  const [ada, bo] = [await person('ada'), await person('bo', { live: true })];
  const profile = { birthday: '1990-05-06', address: 'Pier 3', introduction: 'Ask me about ropes.' };
  await ada.call(userEditdata, profile);
  await add(ada, ada, 'Ropes');
  await bo.receives('user', 'tags', ({ data }) => data['userid'] === ada.userid);
  const extra = await bo.call(t.userExtra, { userid: ada.userid });
  expect(extra).toMatchObject({ userid: ada.userid, ...profile, personal_tags: [{ name: 'Ropes' }] });
  expect(await ada.call(t.userExtra, {})).toMatchObject({ userid: ada.userid, address: 'Pier 3' });
  const nobody = { userid: 2_000_000_000 };
  for (const call of [t.userExtra, t.personTagLists] as const) {
    await expect(bo.call(call, nobody)).rejects.toEqual(refused('user.gone'));
  }
  await expect(bo.call(t.personTagAdd, { ...nobody, name: 'x' })).rejects.toEqual(refused('user.gone'));
});

test('a bot has no tags', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const { userid } = bo;
  const { db } = (await testServer()).app;
  await db.updateTable('users').set({ bot: 1 }).where('userid', '=', userid).execute();
  await expect(ada.call(t.personTagAdd, { userid, name: 'Fast' })).rejects.toEqual(refused('person_tag.bot'));
  expect(await ada.call(t.userExtra, { userid })).toMatchObject({ personal_tags_total: 0 });
});

test('deleting an account removes its tags and votes; tags it created for others stay', async () => {
  const [root, ada, bo] = [await administrator(), await person('ada'), await person('bo')];
  await ada.call(userEditdata, { address: 'Pier 3' });
  const own = await add(bo, ada, 'Knots');
  const given = await add(ada, bo, 'Lathe');
  for (const by of [ada, bo]) await by.call(t.personTagRecognize, { tag_id: given });

  await root.call(userOperation, { userid: ada.userid, type: 'delete', delete_reason: 'left' });
  expect(await bo.call(t.userExtra, { userid: ada.userid })).toMatchObject({ address: '', personal_tags_total: 0 });
  await expect(bo.call(t.personTagRecognize, { tag_id: own })).rejects.toEqual(refused('person_tag.gone'));
  await expect(bo.call(t.personTagAdd, { userid: ada.userid, name: 'Late' })).rejects.toEqual(refused('user.gone'));
  const [left] = (await bo.call(t.personTagLists, {})).list;
  expect(left).toMatchObject({ id: given, name: 'Lathe', recognition_total: 1, recognized: true });

  await bo.call(accountDelete, { type: 'confirm', email: bo.email, password: PASSWORD });
  expect(await root.call(t.personTagLists, { userid: bo.userid })).toMatchObject({ list: [], total: 0 });
});
