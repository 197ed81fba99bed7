import { blankContent } from '@atrium/contract/approvals/definition.ts';
import { procdefPublish, procdefSave } from '@atrium/contract/approvals/forms.ts';
import { type ApprovalDetail } from '@atrium/contract/approvals/request.ts';
import { processStart, taskComplete } from '@atrium/contract/approvals/submit.ts';
import { unique } from '../world.ts';
import { onlyAdmin, people, type Rows, strangers } from './scene.ts';

/** A form whose requests the member decides. */
async function form() {
  const { administrator, member } = people;
  const { id } = await administrator.call(procdefSave, {
    content: {
      ...blankContent(unique('Form ')),
      flow: [
        {
          id: 'check',
          type: 'approver',
          name: 'Check',
          branch: '',
          who: { kind: 'people', userids: [member.userid] },
          mode: 'one',
          nobody: { rule: 'stop', userid: 0 },
          hours: 0,
        },
      ],
    },
  });
  await administrator.call(procdefPublish, { id });
  return { id };
}
/** The owner's request, which waits for the member. */
const request = async () => people.owner.call(processStart, { proc_def_id: (await form()).id, values: {} });
const step = ({ steps }: ApprovalDetail) => ({ task_id: steps[0]?.id ?? 0 });
const waiting = async () => step(await request());
const id = async () => ({ proc_inst_id: (await request()).id });
/** The owner's request, approved. */
async function approved() {
  const made = await request();
  await people.member.call(taskComplete, { ...step(made), pass: true });
  return { id: made.id };
}

const gone = strangers('approval.gone');
const outsider = { outsider: 'approval.gone' };
/** The administrator sees it, but it is the member's turn. */
const onlyMember = { ...outsider, owner: 'approval.decided', administrator: 'approval.decided' };
const anyTime = { time: '2026-01-01,2026-01-02' };
const content = () => ({ content: blankContent(unique('Form ')) });

export const rows: Rows = {
  'approve/form/list': {},
  'approve/form/plan': { input: async () => ({ ...(await form()), values: {} }) },
  'approve/procdef/all': {},
  'approve/procdef/list': { cells: onlyAdmin },
  'approve/procdef/one': { input: form, cells: onlyAdmin },
  'approve/procdef/save': { input: content, cells: onlyAdmin },
  'approve/procdef/publish': { input: form, cells: onlyAdmin },
  'approve/procdef/discard': { input: form, cells: onlyAdmin },
  'approve/procdef/open': { input: async () => ({ ...(await form()), open: false }), cells: onlyAdmin },
  'approve/procdef/versions': { input: form, cells: onlyAdmin },
  'approve/procdef/del': { input: form, cells: onlyAdmin },
  'approve/procdef/try': {
    input: () => ({ ...content(), userid: people.owner.userid, values: {} }),
    cells: onlyAdmin,
  },
  'approve/file/upload': { input: () => ({ image64: 'aGVsbG8=', filename: 'a.txt' }) },
  'approve/process/start': { input: async () => ({ proc_def_id: (await form()).id, values: {} }) },
  'approve/process/start#cancels': {
    input: async () => ({ cancels: (await approved()).id }),
    cells: { ...gone, member: 'approval.gone' },
  },
  'approve/process/addGlobalComment': { input: async () => ({ ...(await id()), content: 'Why?' }), cells: outsider },
  'approve/task/complete': { input: async () => ({ ...(await waiting()), pass: true }), cells: onlyMember },
  'approve/task/return': { input: waiting, cells: onlyMember },
  'approve/task/transfer': {
    input: async () => ({ ...(await waiting()), userid: people.third.userid }),
    cells: onlyMember,
  },
  'approve/task/transfer#assign': {
    input: async () => ({ ...(await waiting()), from: people.member.userid, userid: people.third.userid }),
    cells: { ...outsider, owner: 'forbidden' },
  },
  'approve/task/add': {
    input: async () => ({ ...(await waiting()), userids: [people.third.userid], place: 'after' }),
    cells: onlyMember,
  },
  'approve/task/withdraw': {
    input: id,
    cells: { ...outsider, member: 'approval.withdraw', administrator: 'approval.withdraw' },
  },
  'approve/process/remind': { input: id, cells: { ...outsider, member: 'forbidden' } },
  'approve/process/delete': {
    input: async () => ({ proc_inst_id: (await approved()).id }),
    cells: { ...outsider, member: 'forbidden' },
  },
  'approve/process/detail': { input: async () => ({ id: (await request()).id }), cells: outsider },
  'approve/process/list': { input: () => ({ box: 'waiting' }) },
  'approve/process/list#all': { input: () => ({ box: 'all' }), cells: onlyAdmin },
  'approve/process/findTask': {},
  'approve/process/startByMyselfAll': {},
  'approve/process/startByMyself': {},
  'approve/process/findProcNotify': {},
  'approve/procHistory/findTask': {},
  'approve/procHistory/startByMyself': {},
  'approve/procHistory/findProcNotify': {},
  'approve/identitylink/findParticipant': { input: id, cells: outsider },
  'approve/identitylinkHistory/findParticipant': { input: id, cells: outsider },
  'approve/process/doto': {},
  'approve/user/status': { input: () => ({ userid: people.owner.userid }) },
  'approve/away': { input: () => anyTime },
  'approve/balance/own': {},
  'approve/balance/list': { cells: onlyAdmin },
  'approve/balance/save': {
    input: () => ({ userids: [people.third.userid], type: 'annual', year: 2040, granted: 30 }),
    cells: onlyAdmin,
  },
  'approve/balance/carry': { input: () => ({ type: 'annual', year: 2041, most: 5 }), cells: onlyAdmin },
  'approve/delegation/get': {},
  'approve/delegation/save': {},
  'approve/stats': { input: () => anyTime, cells: onlyAdmin },
  'approve/export': { input: () => ({ date: '2026-01-01,2026-01-02' }), cells: onlyAdmin },
};
