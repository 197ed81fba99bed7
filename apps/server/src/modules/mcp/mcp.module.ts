import type { Module } from '#platform/module';
import { registerMcp } from './mcp.http.ts';

/** The Model Context Protocol at `/mcp`: models use the calls of the contract as tools. */
export const mcpModule: Module = {
  name: 'mcp',
  http: (server, app, _sessions, calls) => registerMcp(server, app, calls),
};
