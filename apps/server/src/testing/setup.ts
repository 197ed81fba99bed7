import { afterAll } from 'vitest';
import { endConnections } from './world.ts';

// A worker's files share one server.
afterAll(endConnections);
