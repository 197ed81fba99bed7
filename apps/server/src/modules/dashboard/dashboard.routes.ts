import * as contract from '@atrium/contract/people/team.ts';
import { yearReview } from '@atrium/contract/people/yearReview.ts';
import { type Route, read } from '#platform/http/route';
import { listTeamTasks, readTeamStats } from './team.service.ts';
import { readYear } from './year.service.ts';

export const dashboardRoutes: Route[] = [
  read(contract.teamStats, readTeamStats),
  read(contract.teamTasks, listTeamTasks),
  read(yearReview, readYear),
];
