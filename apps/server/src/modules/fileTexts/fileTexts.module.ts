import type { Module } from '#platform/module';
import { stopReading, textFollower } from './texts.service.ts';

/** Reads the text in files, for searches. */
export const fileTextsModule: Module = {
  name: 'fileTexts',
  followers: [textFollower],
  stop: stopReading,
};
