import { assistantTools } from '#modules/assistants/tools/tools.service';
import type { Module } from '#platform/module';
import { toolsOfPerson } from './assistants.service.ts';
import { registerMcp } from './mcp.http.ts';

/** The Model Context Protocol at `/mcp`: models use the calls of the contract as tools. */
export const mcpModule: Module = {
  name: 'mcp',
  http: (server, app, _sessions, calls) => registerMcp(server, app, calls),
  contributions: [assistantTools.with(toolsOfPerson)],
};
