import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InnerRead, Reader } from '../api/answer.ts';
import type { Call } from '../api/call.ts';
import { type Reply, replyAs } from '../api/reply.ts';
import type { Context } from '../api/resource/context.ts';
import { cursorAfter } from '../api/resource/list-cursor.ts';
import type { RouteModule } from '../api/routing/registry.ts';
import { route } from '../api/routing/route.ts';
import { ApiError, errors } from '../lib/errors.ts';
import type { Job } from '../lib/jobs.ts';
import { s } from '../lib/schema/schema.ts';
import type { Store, StoreSnapshot } from '../storage/store.ts';
import { type Collection, chosenTypes, feedArguments, permitContext } from './collections.ts';
import { type FeedCursors, feedErrors } from './feed-cursor.ts';

export interface DumpModuleContext extends DumpContext {
  readonly store: Store;
  readonly cursors: FeedCursors;
  readonly snapshot: () => Promise<StoreSnapshot>;
  readonly job: Job;
}

interface Input {
  readonly after?: string | undefined;
  readonly context: Context;
  readonly types?: readonly string[] | undefined;
}

/** Each holds a state of the database. */
const mostAtOnce = 4;

/** `platen/v1/dump`: everything that the caller may see, as one stream. */
export function dump(context: DumpModuleContext): RouteModule {
  let running = 0;
  const enter = (): (() => void) => {
    if (running >= mostAtOnce) throw errors.rest_too_many_waiting(undefined, { headers: { 'Retry-After': '30' } });
    running += 1;
    return () => {
      running -= 1;
    };
  };
  return {
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/dump',
        summary: 'Stream everything you may see, in one state, as lines of JSON.',
        args: {
          after: s.string({ description: 'Go on after this line of an earlier dump, as TYPE:ID.' }),
          ...feedArguments,
        },
        response: { type: 'application/x-ndjson' },
        permit: permitContext,
        handle: (input, call) => answer(input, call, context, enter),
        shareable: false,
      }),
    ],
  };
}

async function answer(input: Input, call: Call, context: DumpModuleContext, enter: () => () => void): Promise<Reply> {
  call.keepPrivate();
  const { caller, request } = call;
  const collections = chosenTypes(input.types, context.collections);
  const after = readResumePoint(input.after, collections);
  const withSettings = input.types === undefined || input.types.includes('settings');
  const leave = enter();
  let snapshot: StoreSnapshot | null = null;
  try {
    // Before the state is fixed: a change in between is in both, never in neither.
    const cursor = await context.cursors.write(await context.store.feed.newest(), caller);
    const opened = await context.snapshot();
    snapshot = opened;
    const reader = { caller, request, store: opened.store };
    const lines = dumpLines({ reader, collections, after, withSettings, cursor, context: input.context }, context);
    const stream = watchedStream(lines);
    stream.once('close', () => {
      leave();
      void context.job.run(() => opened.close());
    });
    return replyAs('application/x-ndjson; charset=UTF-8', stream, { headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    leave();
    await snapshot?.close();
    throw error;
  }
}

export interface DumpContext {
  readonly read: InnerRead;
  readonly collections: ReadonlyMap<string, Collection>;
  /** Whether the server ends. */
  readonly isClosing: () => boolean;
}

export interface DumpRequest {
  readonly reader: Reader;
  readonly collections: ReadonlyMap<string, Collection>;
  readonly after: ResumePoint | null;
  readonly withSettings: boolean;
  /** The place in the feed that this state belongs to. */
  readonly cursor: string;
  readonly context: Context;
}

/** A dump that takes longer ends early, without its last line; its reader resumes it. */
const longestMs = 1_800_000;

/** The lines of a dump: the cursor, each item, and the cursor again. A dump without its last line is not complete. */
export async function* dumpLines(request: DumpRequest, context: DumpContext): AsyncGenerator<string> {
  const { cursor, reader, withSettings } = request;
  const endsAt = performance.now() + longestMs;
  let items = 0;
  yield line({ cursor });
  for (const [collection, from] of remaining(request)) {
    for await (const page of pagesOf(collection, from, request, context)) {
      if (context.isClosing() || performance.now() > endsAt) return;
      items += page.length;
      yield page.map((item) => line({ type: collection.type, id: item.id, item })).join('');
      await nextTurn();
    }
  }
  if (withSettings && reader.caller.can('manage_options')) {
    items += 1;
    yield line({ type: 'settings', id: 0, item: (await context.read(reader, '/wp/v2/settings', {})).body });
  }
  yield line({ cursor, end: true, items });
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** The collections that are left, each with the id after which it goes on. */
function remaining({ collections, after }: DumpRequest): (readonly [Collection, number])[] {
  const all = [...collections.values()];
  if (!after) return all.map((one) => [one, 0]);
  const from = all.findIndex((one) => one.type === after.type);
  return all.slice(from).map((one) => [one, one.type === after.type ? after.id : 0]);
}

interface Item {
  readonly id: number;
}

async function* pagesOf(
  collection: Collection,
  from: number,
  { reader, context: shown }: DumpRequest,
  { read }: DumpContext,
): AsyncGenerator<readonly Item[]> {
  const all = { ...collection.all(reader.caller), context: shown, per_page: '100', orderby: 'id', order: 'asc' };
  for (let cursor: string | undefined = cursorAfter(from); cursor !== undefined; ) {
    const page: Reply | null = await unlessRefused(() =>
      read(reader, collection.path, { ...all, cursor: cursor ?? '' }),
    );
    if (!page) return;
    yield itemsOf(page.body);
    cursor = page.headers?.['X-Platen-Next-Cursor'];
  }
}

/** What the caller may not list at all is left out. */
async function unlessRefused(work: () => Promise<Reply>): Promise<Reply | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

function itemsOf(body: unknown): Item[] {
  return Array.isArray(body) ? body.filter((item): item is Item => typeof item?.id === 'number') : [];
}

/** The last line that the reader of an earlier dump has. */
export interface ResumePoint {
  readonly type: string;
  readonly id: number;
}

/** Reads `TYPE:ID`; null where nothing was sent. */
export function readResumePoint(
  sent: string | undefined,
  collections: ReadonlyMap<string, Collection>,
): ResumePoint | null {
  if (sent === undefined || sent === '') return null;
  const [, type = '', id] = /^([\w-]{1,32}):(\d{1,15})$/.exec(sent) ?? [];
  if (!collections.has(type)) throw feedErrors.rest_types_unknown({ types: [type || sent.slice(0, 40)] });
  return { type, id: Number(id) };
}

/** A reader that takes nothing for so long is given up. */
const stallMs = 60_000;

/** The lines as a stream, which is destroyed if its reader does not ask for the next one in time. */
export function watchedStream(lines: AsyncIterable<string>): Readable {
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    timer = setTimeout(() => stream.destroy(), stallMs).unref();
  };
  const watched = async function* (): AsyncGenerator<string> {
    clearTimeout(timer);
    for await (const line of lines) {
      wait();
      yield line;
      clearTimeout(timer);
    }
  };
  const stream = Readable.from(watched(), { objectMode: false });
  wait();
  return stream.once('close', () => clearTimeout(timer));
}
