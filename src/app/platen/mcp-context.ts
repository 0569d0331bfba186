import type { McpContext } from '../../platen/mcp/mcp-route.ts';
import { allTools } from '../../platen/mcp/tools/all-tools.ts';
import type { Tool } from '../../platen/mcp/tools/tool.ts';
import type { PlatenContext } from './platen-context.ts';

/** What agents are served with, over HTTP or standard input and output. */
export function mcpContext({
  services,
  core,
  engine,
}: Pick<PlatenContext, 'services' | 'core' | 'engine'>): McpContext {
  const { markdown } = services;
  let made: readonly Tool[] | null = null;
  const tools = () => {
    made ??= allTools(core, engine().registry);
    return made;
  };
  return { engine, markdown, tools };
}
