import type { Tool as DescribedTool, Server } from '@modelcontextprotocol/server';
import { loadOptional } from '../../missing-package.ts';
import { callTool } from './call-tool.ts';
import type { Tool, ToolWork } from './tools/tool.ts';

/** The package of the protocol. */
export type McpLibrary = typeof import('@modelcontextprotocol/server');

export const mcpPackage = '@modelcontextprotocol/server';

export function loadMcpLibrary(): Promise<McpLibrary> {
  return loadOptional(mcpPackage, 'The Model Context Protocol server', () => import('@modelcontextprotocol/server'));
}

const instructions = `Tools to read and write the content of a site. They act with the rights of one account; users_me says which.
Content is Markdown: to change a text, read it, change what you want and send all of it back. Fences that begin with
"html raw" hold HTML that Markdown has no signs for; leave them as they are. Writes take dryRun to see what would change.`;

/** A server of the protocol for one caller. It keeps nothing between messages, so any process can answer the next. */
export function createMcpServer({ Server: McpServer }: McpLibrary, tools: readonly Tool[], work: ToolWork): Server {
  const server = new McpServer(
    { name: 'platen', title: 'Platen', version: '1.0.0' },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(described) }));
  server.setRequestHandler('tools/call', ({ params }) => callTool(tools, params.name, params.arguments ?? {}, work));
  return server;
}

function described({ name, title, description, properties, required, annotations }: Tool): DescribedTool {
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object' as const,
      // Schemas are plain JSON, which their own type does not say.
      properties: properties as NonNullable<DescribedTool['inputSchema']['properties']>,
      required: [...required],
      additionalProperties: false,
    },
    annotations: { title, ...annotations },
  };
}
