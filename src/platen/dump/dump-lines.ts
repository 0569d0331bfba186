import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InnerRead, Reader } from '../../api/inner-read.ts';
import type { Reply } from '../../api/reply.ts';
import type { Context } from '../../api/resource/context.ts';
import { cursorAfter } from '../../api/resource/list-cursor.ts';
import { ApiError } from '../../errors.ts';
import type { Collection } from '../shared/collections.ts';
import type { ResumePoint } from './resume-point.ts';

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
