import type { Call } from '../api/call.ts';
import type { Engine } from '../api/engine.ts';
import { type Reply, replyAs, replyEmpty } from '../api/reply.ts';
import type { RouteModule } from '../api/routing/registry.ts';
import { anyone, route } from '../api/routing/route.ts';
import { challenge } from '../auth/oauth/bearer-tokens.ts';
import { defineErrors } from '../lib/errors.ts';
import { json } from '../lib/schema/json-schema.ts';
import type { Caller } from '../rules/capabilities.ts';
import { askAs } from './ask-interface.ts';
import type { MarkdownWork } from './markdown.ts';
import { createMcpServer, loadMcpLibrary } from './mcp-server.ts';
import type { Tool } from './tool.ts';

export const mcpPath = '/platen/v1/mcp';

export interface McpContext {
  readonly engine: () => Engine;
  readonly tools: () => readonly Tool[];
  readonly markdown: MarkdownWork;
  /** Whether agents log in by OAuth: they find that out by being refused. */
  readonly needsLogin: boolean;
}

/** `/mcp`: the Model Context Protocol over HTTP. Messages are answered one by one, as their caller. */
export function mcpRoutes({ engine, tools, markdown, needsLogin }: McpContext): RouteModule {
  return {
    routes: [
      route({
        method: ['GET', 'POST', 'DELETE'],
        path: mcpPath,
        summary: 'Answer a message of the Model Context Protocol.',
        response: { schema: mcpAnswerSchema, alsoStatuses: mcpRefusals },
        scope: 'any',
        permit: anyone,
        handle: async (_input, call) => {
          call.keepPrivate();
          refuseForeignOrigin(call);
          if (needsLogin && call.caller.userId === 0)
            throw mcpErrors.platen_mcp_login_needed(undefined, { headers: challenge(call.site, true, null) });
          const ask = askAs(engine(), call);
          const usable = maySend(call.caller) ? tools() : tools().filter((one) => one.annotations.readOnlyHint);
          return answerMessage(call, usable, { ask, markdown });
        },
        shareable: false,
      }),
    ],
  };
}

/** Whether the caller may write anything at all; the others see only the tools that read. */
const maySend = ({ userId, ceiling }: Caller): boolean =>
  userId !== 0 && (ceiling === null || [...ceiling.scopes].some((scope) => scope !== 'read'));

/** A page of another site could have a browser ask for it, also under a name that it makes lead here. */
function refuseForeignOrigin({ request, site }: Call): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  const own = [site.serverUrl, site.url].map((url) => new URL(url).origin);
  if (!own.includes(origin)) throw mcpErrors.platen_mcp_foreign_origin();
}

async function answerMessage(
  { request, site }: Call,
  tools: readonly Tool[],
  work: Parameters<typeof createMcpServer>[2],
): Promise<Reply<never>> {
  const body = await request.body();
  const message = body.kind === 'json' ? body.value : undefined;
  if (Array.isArray(message)) throw mcpErrors.platen_mcp_no_batches();
  const library = await loadMcpLibrary();
  const handler = library.createMcpHandler(() => createMcpServer(library, tools, work), {
    // Nothing is announced, so nobody has to listen.
    maxSubscriptions: 0,
  });
  try {
    const { method } = request;
    const asked = new Request(`${site.serverUrl}/mcp`, {
      method,
      headers: protocolHeaders(request.headers),
      ...(method === 'POST' ? { body: JSON.stringify(message ?? null) } : {}),
    });
    const answered = await handler.fetch(asked, message === undefined ? {} : { parsedBody: message });
    return await replyOf(answered);
  } finally {
    await handler.close();
  }
}

/** Only what the protocol is about: credentials were read before. */
function protocolHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && /^(?:accept|content-type|last-event-id|mcp-.+)$/.test(name),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

async function replyOf(answered: Response): Promise<Reply<never>> {
  const { status } = answered;
  const text = await answered.text();
  const type = answered.headers.get('content-type') ?? 'application/json';
  const allow = answered.headers.get('allow');
  const headers: Record<string, string> = allow === null ? {} : { Allow: allow };
  return text === '' ? replyEmpty({ status, headers }) : replyAs(type, text, { status, headers });
}

const message = { jsonrpc: json.words('2.0'), id: json.orNull(json.anyOf(json.string, json.integer)) };

/** A message of JSON-RPC 2.0 that answers another; the tools say what a result holds. */
export const mcpAnswerSchema = json.anyOf(
  json.object({ ...message, result: { type: 'object' } }),
  json.object({ ...message, error: json.object({ code: json.integer, message: json.string, data: true }, ['data']) }),
);

/** The protocol refuses what is no message of it with these, as messages. */
export const mcpRefusals = [400, 404, 405, 406, 415];

/** The errors of the address of the Model Context Protocol itself; those of tools are answers of the tools. */
export const mcpErrors = defineErrors({
  platen_mcp_foreign_origin: {
    status: 403,
    message: () => 'Pages of other sites may not use this address.',
  },
  platen_mcp_login_needed: {
    status: 401,
    message: () => 'Log in first: with OAuth, as the header WWW-Authenticate says, or with an application password.',
  },
  platen_mcp_no_batches: {
    status: 400,
    message: () => 'Several messages in one request are not accepted. Send them one by one.',
  },
});
