import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { expect, test } from 'vitest';
import { isNamed, mayFindMembers, tagsOf } from './rules.ts';

const dialog = (fields: object) => ({ group_type: 'user', owner_id: 7, dialog_delete: 0, group_info: null, ...fields });
const at = '2026-01-01 00:00:00';
const about = (group_type: string, info: object) =>
  dialog({
    group_type,
    group_info: { id: 1, name: 'x', archived_at: null, deleted_at: null, ...info },
  }) as ClientDialog;

// covers A4-02
test('a conversation says that its task is completed, or that its subject was deleted or archived', () => {
  expect(tagsOf(dialog({}) as ClientDialog)).toEqual([]);
  expect(tagsOf(about('task', { complete_at: null }))).toEqual([]);
  expect(tagsOf(about('task', { complete_at: at }))).toEqual(['dialog.completed']);
  expect(tagsOf(about('project', { complete_at: at }))).toEqual([]);
  expect(tagsOf(about('project', { deleted_at: at }))).toEqual(['dialog.deleted']);
  expect(tagsOf(about('task', { complete_at: at, archived_at: at }))).toEqual(['dialog.completed', 'dialog.archived']);
  expect(tagsOf(dialog({ dialog_delete: 1 }) as ClientDialog)).toEqual(['dialog.deleted']);
});

// covers B6-08
test('member search is offered to owners, in groups without owners, and in task conversations', () => {
  expect(mayFindMembers(dialog({ owner_id: 3 }) as ClientDialog, 3)).toBe(true);
  expect(mayFindMembers(dialog({ owner_id: 0 }) as ClientDialog, 3)).toBe(true);
  expect(mayFindMembers(dialog({ group_type: 'task' }) as ClientDialog, 3)).toBe(true);
  expect(mayFindMembers(dialog({}) as ClientDialog, 3)).toBe(false);
});

test('a member is found by nickname, pinyin or email', () => {
  const user = { nickname: '王芳', pinyin: 'wangfang', email: 'Fang@example.com' } as never;
  for (const words of ['王', 'WANG', ' fang@']) expect(isNamed(user, words), words).toBe(true);
  expect(isNamed(user, 'li')).toBe(false);
});
