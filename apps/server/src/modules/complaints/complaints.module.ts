import * as contract from '@atrium/contract/chat/complaints.ts';
import { read, write } from '#platform/http/route';
import type { Module } from '#platform/module';
import { handleComplaint, listComplaints, submitComplaint } from './complaints.service.ts';

/** What people report to the administrators. */
export const complaintsModule: Module = {
  name: 'complaints',
  routes: [
    write(contract.complaintSubmit, submitComplaint),
    read(contract.complaintList, listComplaints),
    write(contract.complaintAction, handleComplaint),
  ],
};
