import type { Call } from '../../api/call.ts';
import { type Reply, replyAs } from '../../api/reply.ts';
import type { Context } from '../../api/resource/context.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import { errors } from '../../errors.ts';
import { s } from '../../schema/schema.ts';
import type { Store, StoreSnapshot } from '../../storage/store.ts';
import { chosenTypes, feedArguments, permitContext } from '../shared/feed-arguments.ts';
import type { FeedCursors } from '../shared/feed-cursor.ts';
import { type DumpContext, dumpLines } from './dump-lines.ts';
import { readResumePoint } from './resume-point.ts';
import { watchedStream } from './watched-stream.ts';

export interface DumpModuleContext extends DumpContext {
  readonly store: Store;
  readonly cursors: FeedCursors;
  readonly snapshot: () => Promise<StoreSnapshot>;
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
        answers: { type: 'application/x-ndjson' },
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
      void opened.close().catch(() => {});
    });
    return replyAs('application/x-ndjson; charset=UTF-8', stream, { headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    leave();
    await snapshot?.close();
    throw error;
  }
}
