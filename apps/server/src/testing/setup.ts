import '#platform/cheapHashes.testing';
import { afterAll } from 'vitest';
import { endConnections } from './connections.ts';

// A worker's files share one server.
afterAll(endConnections);
