import type { Module } from '#platform/module';
import { indexFollower } from './index.service.ts';

export const searchIndexModule: Module = {
  name: 'searchIndex',
  followers: [indexFollower],
};
