import * as contract from '@atrium/contract/chat/complaints.ts';
import { fileOwners } from '#modules/files/owners.service';
import { direct, read, write } from '#platform/http/route';
import type { Module } from '#platform/module';
import {
  complaintFiles,
  handleComplaint,
  listComplaints,
  submitComplaint,
  uploadPicture,
} from './complaints.service.ts';

/** Complaints that people send to the administrators. */
export const complaintsModule: Module = {
  name: 'complaints',
  routes: [
    write(contract.complaintSubmit, submitComplaint),
    direct(contract.complaintUpload, uploadPicture),
    read(contract.complaintList, listComplaints),
    write(contract.complaintAction, handleComplaint),
  ],
  contributions: [fileOwners.with(complaintFiles)],
};
