import * as contract from '@atrium/contract/workspace/samples.ts';
import { read, write } from '#platform/http/route';
import type { Module } from '#platform/module';
import { ADD_JOB, addSamples, REMOVE_JOB, removeSamples, samplesOf } from './samples/samples.service.ts';

/** The content itself is loaded only where it is added: by `--demo`, and by the jobs for sample content. */
export const demoModule: Module = {
  name: 'demo',
  routes: [
    read(contract.samplesStatus, samplesOf),
    write(contract.samplesAdd, addSamples),
    write(contract.samplesRemove, removeSamples),
  ],
  jobs: (app) => ({
    [ADD_JOB]: async () => (await import('./samples/fill.service.ts')).fillSamples(app),
    [REMOVE_JOB]: async () => (await import('./samples/clear.service.ts')).clearSamples(app),
  }),
};
