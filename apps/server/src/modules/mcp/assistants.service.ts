import { isRead } from '@atrium/contract/scopes.ts';
import type { OfferedTool } from '#modules/assistants/tools/tools.service';
import type { App } from '#platform/app';
import type { ProgramCalls } from '#platform/module';
import type { Caller } from '#platform/work';
import { runTool } from './run.service.ts';
import { describeTool, TOOLS } from './tools.ts';

/** Gives the workspace's assistants the same tools, under the rights of the person who asks. */
export const toolsOfPerson = (app: App, calls: ProgramCalls, caller: Caller): OfferedTool[] =>
  TOOLS.map((tool) => {
    const { name, title, description, inputSchema } = describeTool(tool);
    return {
      name,
      title,
      description,
      inputSchema,
      isSafe: isRead(tool.call),
      run: async (input) => {
        const { content } = await runTool(app, calls, caller, tool, input);
        return content.map(({ text }) => text).join('\n');
      },
    };
  });
