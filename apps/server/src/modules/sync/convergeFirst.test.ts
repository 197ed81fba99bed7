import { convergeRuns } from '#testing/converge/converge';

convergeRuns(0, 2);
