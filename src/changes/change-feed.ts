import { Readable } from 'node:stream';
import type { InnerRead } from '../api/answer.ts';
import type { Call } from '../api/call.ts';
import { type Reply, reply, replyAs } from '../api/reply.ts';
import type { ApiRequest } from '../api/request.ts';
import type { Context } from '../api/resource/context.ts';
import type { RouteModule } from '../api/routing/registry.ts';
import { route } from '../api/routing/route.ts';
import { ApiError } from '../lib/errors.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import { json, type OutputOf } from '../lib/schema/json-schema.ts';
import { s } from '../lib/schema/schema.ts';
import type { Caller } from '../rules/capabilities.ts';
import type { Store } from '../storage/store.ts';
import { type ChangePage, changePage, type FeedEntry, type FeedReading } from './change-page.ts';
import { type Collection, chosenTypes, feedArguments, permitContext } from './collections.ts';
import { type CursorRow, type FeedCursors, feedErrors, positionOf } from './feed-cursor.ts';
import type { WaitingClients } from './waiting-clients.ts';

export interface ChangesContext {
  /** The store that writes go to: what is read after a change must not be older than the change. */
  readonly store: Store;
  readonly read: InnerRead;
  readonly cursors: FeedCursors;
  readonly collections: ReadonlyMap<string, Collection>;
  readonly clients: WaitingClients;
  /** Who sends the request now; a stream outlives rights. */
  readonly identify: (request: ApiRequest) => MaybePromise<Caller>;
}

interface Input {
  readonly since?: string | undefined;
  readonly wait: number;
  readonly limit: number;
  readonly context: Context;
  readonly types?: readonly string[] | undefined;
}

const changesSchema = json.object({
  changes: json.listOf(
    json.object({
      cursor: json.string,
      type: json.string,
      id: json.integer,
      change: json.words('create', 'update', 'trash', 'restore', 'delete'),
      // As its own route shows it.
      item: true,
    }),
  ),
  cursor: json.string,
  more: json.boolean,
});

/** `platen/v1/changes`: what was changed since a cursor, in order. */
export function changes(context: ChangesContext): RouteModule {
  return {
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/changes',
        summary: 'List what was changed since a cursor, or wait for the next change.',
        args: {
          since: s.string({
            description: 'A cursor of the feed or of a dump. Default: the oldest change that is kept.',
          }),
          wait: s.integer({ default: 0, minimum: 0, maximum: 60, description: 'Seconds to wait if nothing is new.' }),
          limit: s.integer({ default: 100, minimum: 1, maximum: 100, description: 'Maximum number of changes.' }),
          ...feedArguments,
        },
        response: { schema: changesSchema },
        permit: permitContext,
        handle: (input, call) => answer(input, call, context),
        shareable: false,
      }),
    ],
  };
}

async function answer(
  input: Input,
  call: Call,
  context: ChangesContext,
): Promise<Reply<OutputOf<typeof changesSchema>>> {
  call.keepPrivate();
  const source = sourceOf(input, call, context);
  const { headers, remoteAddress } = call.request;
  const isStream = wantsEvents(headers['accept']);
  const since = input.since ?? (isStream ? headers['last-event-id'] : undefined);
  const position = await positionOf(since, call.caller, context);
  if (isStream) {
    const leave = context.clients.enter(remoteAddress);
    const gone = new AbortController();
    const end = () => {
      gone.abort();
      leave();
    };
    const staged = { call, source, context, leave, gone: gone.signal };
    const events = Readable.from(stream(position, input, staged), { objectMode: false });
    // A stream closes only after its next event, which a client that has left need not wait for.
    const stopListening = call.request.whenGone?.(end);
    // One that is never read does not run its own end.
    events.once('close', () => {
      stopListening?.();
      end();
    });
    return replyAs('text/event-stream', events, {
      headers: { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
    });
  }
  const page = await waitFor(position, input, { call, source, context });
  return reply({
    changes: await Promise.all(page.changes.map((one) => shown(one, call, context))),
    cursor: await context.cursors.write(page.end, call.caller),
    more: page.isFull,
  });
}

function sourceOf(input: Input, { caller, request }: Call, context: ChangesContext): FeedReading {
  const { read, store } = context;
  const collections = chosenTypes(input.types, context.collections);
  const withSettings = input.types === undefined || input.types.includes('settings');
  return { reader: { caller, store, request }, read, collections, withSettings, context: input.context };
}

interface Stage {
  readonly call: Call;
  readonly source: FeedReading;
  readonly context: ChangesContext;
}

async function waitFor(position: CursorRow, input: Input, { call, source, context }: Stage) {
  const { clients } = context;
  const milliseconds = input.wait * 1000;
  if (milliseconds === 0) return nextChanges(position, input.limit, source, { clients, milliseconds });
  const leave = clients.enter(call.request.remoteAddress);
  const gone = new AbortController();
  const stopListening = call.request.whenGone?.(() => gone.abort());
  try {
    const page = await nextChanges(position, input.limit, source, { clients, milliseconds, gone: gone.signal });
    // Whoever was logged out while waiting, or has other rights now, sees nothing of it.
    const cursor = await context.cursors.write(page.end, await context.identify(call.request));
    if ((await context.cursors.read(cursor, call.caller)) === 'other') throw feedErrors.rest_cursor_gone();
    return page;
  } finally {
    stopListening?.();
    leave();
  }
}

async function shown({ row, type, id, change, item }: FeedEntry, { caller }: Call, { cursors }: ChangesContext) {
  const entry: ShownChange = { cursor: await cursors.write(row, caller), type, id, change, item };
  return entry;
}

/** A stream ends by itself; clients come back with the id of the last event. */
const longestStreamMs = 600_000;
const quietMs = 15_000;

async function* stream(
  position: CursorRow,
  { limit }: Input,
  { call, source, context, leave, gone }: Stage & { readonly leave: () => void; readonly gone: AbortSignal },
): AsyncGenerator<string> {
  const { clients, cursors } = context;
  const endsAt = performance.now() + longestStreamMs;
  let at = position;
  try {
    yield 'retry: 2000\n\n';
    while (performance.now() < endsAt && !clients.isClosing() && !gone.aborted) {
      const page = await nextChanges(at, limit, source, { clients, milliseconds: quietMs, gone });
      if (gone.aborted) return;
      // A change of rights ends the stream with the next event, as it ends a cursor.
      const caller = await context.identify(call.request);
      const cursor = await cursors.write(page.end, caller);
      if ((await cursors.read(cursor, call.caller)) === 'other') return yield eventText('gone', '', { status: 410 });
      for (const change of page.changes) {
        const entry = await shown(change, call, context);
        yield eventText('change', entry.cursor, entry);
      }
      if (page.changes.length === 0)
        yield page.end.seq === at.seq ? quietText : eventText('cursor', cursor, { cursor });
      at = page.end;
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    yield eventText('gone', '', { status: error.status, code: error.code });
  } finally {
    leave();
  }
}

/** How long to wait, and who waits. */
export interface Waiting {
  readonly clients: WaitingClients;
  readonly milliseconds: number;
  readonly gone?: AbortSignal;
}

/** Pages without anything for the caller that are passed at one request. */
const mostPages = 50;

/** The next page with changes that the caller may know of; an empty one if none came in time. */
export async function nextChanges(
  after: CursorRow,
  limit: number,
  source: FeedReading,
  { clients, milliseconds, gone }: Waiting,
): Promise<ChangePage> {
  const endsAt = performance.now() + milliseconds;
  let page = await changePage(after, limit, source);
  for (let passed = 1; page.changes.length === 0; passed += 1) {
    const leftMs = endsAt - performance.now();
    if (page.isFull ? passed >= mostPages : leftMs <= 0 || gone?.aborted || clients.isClosing()) return page;
    if (!page.isFull) await clients.next(page.end, leftMs, gone);
    page = await changePage(page.end, limit, source);
  }
  return page;
}

/** An entry as the feed shows it. */
export interface ShownChange {
  readonly cursor: string;
  readonly type: string;
  readonly id: number;
  readonly change: FeedEntry['change'];
  readonly item: unknown;
}

/** One event of a stream. A browser that comes back sends the id of the last one. */
export function eventText(name: 'change' | 'cursor' | 'gone', id: string, data: unknown): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Keeps proxies from closing a quiet stream. */
export const quietText = ': nothing new\n\n';

/** Whether the client wants a stream of events. */
export function wantsEvents(accept: string | undefined): boolean {
  return accept !== undefined && /(?:^|,)\s*text\/event-stream\b/i.test(accept);
}
