import type { Tool as DescribedTool, Server } from '@modelcontextprotocol/server';
import { loadOptional } from '../lib/error-code.ts';
import { PoolError } from '../lib/worker-pool.ts';
import { ToolRefusal } from './ask-interface.ts';
import type { Tool, ToolInput, ToolWork } from './tool.ts';

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

/** The result of a tool, in the words of the protocol. */
export interface ToolResult {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  [more: string]: unknown;
}

/** Uses a tool. A refusal is a result that the agent reads, not an error of the protocol. */
export async function callTool(
  tools: readonly Tool[],
  name: string,
  input: ToolInput,
  work: ToolWork,
): Promise<ToolResult> {
  try {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new ToolRefusal(404, 'platen_mcp_no_tool', `There is no tool ${name}.`);
    refuseUnknown(tool, input);
    const answer = await tool.run(input, work);
    return { content: [{ type: 'text', text: JSON.stringify(answer, null, 2) }], structuredContent: { ...answer } };
  } catch (error) {
    const { status, code, message, details } = refusalFrom(error);
    const shown = { status, code, message, ...(details === undefined ? {} : { details }) };
    return { content: [{ type: 'text', text: JSON.stringify(shown, null, 2) }], isError: true };
  }
}

/** A misspelt argument would be ignored, and the agent would not notice. */
function refuseUnknown({ properties, required }: Tool, input: ToolInput): void {
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(properties, name));
  const known = Object.keys(properties).join(', ') || 'none';
  if (unknown.length > 0)
    throw new ToolRefusal(400, 'rest_invalid_param', `Unknown arguments: ${unknown.join(', ')}. Known: ${known}.`);
  const missing = required.filter((name) => input[name] === undefined || input[name] === null);
  if (missing.length > 0)
    throw new ToolRefusal(400, 'rest_missing_callback_param', `Missing arguments: ${missing.join(', ')}.`);
}

function refusalFrom(error: unknown): ToolRefusal {
  if (error instanceof ToolRefusal) return error;
  if (error instanceof PoolError && (error.failure === 'busy' || error.failure === 'closed'))
    return new ToolRefusal(503, 'rest_too_many_waiting', 'Too many texts are being converted. Try again in a moment.');
  // A text that a thread gives up, or that has more levels than a stack: written against the library, or by mistake.
  if (error instanceof PoolError || error instanceof RangeError)
    return new ToolRefusal(400, 'platen_markdown_refused', 'This text cannot be converted. Use the format "html".');
  throw error;
}
