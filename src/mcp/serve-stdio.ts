import { randomUUID } from 'node:crypto';
import { emptyTree } from '../api/params.ts';
import type { ApiRequest } from '../api/request.ts';
import { loadOptional } from '../lib/error-code.ts';
import type { Caller } from '../rules/capabilities.ts';
import { anonymous } from '../rules/capabilities.ts';
import { askAs } from './ask-interface.ts';
import { loadMarkdownTools } from './markdown.ts';
import type { McpContext } from './mcp-route.ts';
import { createMcpServer, loadMcpLibrary, mcpPackage } from './mcp-server.ts';

/** A connection over standard input and output. */
export interface McpConnection {
  /** Resolves when the client has gone. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Serves one client over the standard input and output of the process, with the rights that `caller` has at each call. */
export async function serveMcpStdio(
  { engine, tools, markdown }: McpContext,
  caller: () => Promise<Caller | null>,
): Promise<McpConnection> {
  const library = await loadMcpLibrary();
  // Found missing now, not in the middle of a conversation.
  await loadMarkdownTools();
  const { serveStdio, StdioServerTransport } = await loadOptional(
    mcpPackage,
    'platen mcp',
    () => import('@modelcontextprotocol/server/stdio'),
  );
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  process.stdin.once('end', resolve);
  process.stdin.once('close', resolve);
  const ask: ReturnType<typeof askAs> = async (question) => {
    // Whoever loses an account or a right loses it here too.
    const current = (await caller()) ?? anonymous;
    return askAs(engine(), { request: localRequest(), caller: current, credential: null })(question);
  };
  const handle = serveStdio(() => createMcpServer(library, tools(), { ask, markdown }), {
    transport: new StdioServerTransport(),
  });
  return { closed, close: () => handle.close() };
}

const localRequest = (): ApiRequest => ({
  id: randomUUID(),
  method: 'POST',
  path: '/',
  query: emptyTree(),
  headers: {},
  remoteAddress: '127.0.0.1',
  secure: false,
  body: async () => ({ kind: 'none' }),
});
