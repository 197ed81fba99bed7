import { convergeRuns } from '#testing/converge/converge';

convergeRuns(1, 2);
