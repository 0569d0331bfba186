import { hash } from 'node:crypto';
import type { Background } from '../background/loop.ts';
import type { Job } from '../lib/jobs.ts';
import type { Store } from '../storage/store.ts';
import { renderers } from '../text/render/cached-renderer.ts';
import type { KeptTexts, RenderContext, RenderedKind, TextSyntax } from '../text/render/render-context.ts';
import { places, type RenderedRow, renderedTextsTable } from './render-cache-table.ts';

/** Texts that any process of the site has rendered, in a table: what a server that was just started begins with. */
export interface RenderedTexts extends Background {
  /** For the texts of one response; `store` is that of its call. */
  readonly through: (store: Store) => KeptTexts;
  /** Writes what is waiting, now. */
  readonly runDue: () => Promise<void>;
}

export interface RenderedTextsOptions {
  /** For writing. */
  readonly store: Store;
  /** The shortcodes, blocks and rules of the program; texts that are rendered with others are not kept. */
  readonly syntax: TextSyntax;
  /** The same for the same syntax in every process of this version: what it is made of. */
  readonly syntaxName: string;
  readonly version: () => Promise<string>;
  readonly job: Job;
}

/** Rendering a shorter text costs less than reading it; a longer one would make the table large. */
const lengths = { least: 500, most: 65_536 };
/** How many texts wait to be written at most; the others are rendered again some day. */
const mostWaiting = 128;
/** Texts are written together, some time after they were rendered, so that reading a site writes little. */
const pauseMs = 1_000;

export function createRenderedTexts(options: RenderedTextsOptions): RenderedTexts {
  const { store, syntax, job } = options;
  const waiting = new Map<number, RenderedRow>();
  let [version, isStopped]: [string | null, boolean] = [null, false];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  let isLearning = false;
  /** Tried again for the next text where it fails. */
  const learnVersion = async (): Promise<void> => {
    if (isLearning) return;
    isLearning = true;
    await job.run(async () => {
      version = await options.version();
    });
    isLearning = false;
  };
  const isKept = (raw: string, { shortcodes, blocks, rules }: RenderContext): boolean =>
    raw.length >= lengths.least &&
    raw.length <= lengths.most &&
    shortcodes === syntax.shortcodes &&
    blocks === syntax.blocks &&
    rules === syntax.rules;
  const sourceOf = (kind: RenderedKind, raw: string, context: RenderContext): Source | null => {
    if (version === null) {
      void learnVersion();
      return null;
    }
    const { siteUrl, serverBase = '', smilies } = context;
    const made = JSON.stringify([version, options.syntaxName, kind, siteUrl, serverBase, smilies]);
    return placed(hash('sha256', `${made}\n${raw}`, 'hex'));
  };
  const write = async (): Promise<void> => {
    timer = null;
    const rows = [...waiting.values()];
    waiting.clear();
    if (rows.length === 0) return writing;
    writing = writing.then(() => job.run(() => store.transaction((inside) => writeRows(inside, rows))));
    await writing;
  };

  return {
    through: (own) => {
      // What is read here does not make the response depend on the table.
      const batch = createBatch(() => own.observe(new Set()), job);
      return {
        take: (kind, raw, context) => {
          const mayBeThere = isKept(raw, context) && renderers[kind].mayCache(raw, context);
          const source = mayBeThere ? sourceOf(kind, raw, context) : null;
          return source === null ? undefined : batch(source);
        },
        keep: (kind, raw, context, text) => {
          if (isStopped || waiting.size >= mostWaiting || text.length > 2 * lengths.most) return;
          const source = isKept(raw, context) ? sourceOf(kind, raw, context) : null;
          if (source === null) return;
          waiting.set(source.place, { ...source, text, proof: proofOf(source.source, text) });
          timer ??= setTimeout(() => void write(), pauseMs).unref();
        },
      };
    },
    runDue: write,
    async stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await write();
      await writing;
    },
  };
}

/** What a text is made from, and its place. */
type Source = Pick<RenderedRow, 'place' | 'source'>;

const placed = (source: string): Source => ({ place: Number.parseInt(source.slice(0, 8), 16) % places, source });

const proofOf = (source: string, text: string): string => hash('sha256', `${source}\n${text}`, 'hex');

/** Collects what is taken in one turn, and reads it with one query. */
function createBatch(store: () => Store, job: Job): (source: Source) => Promise<string | undefined> {
  let open: { readonly asked: number[]; readonly found: Promise<ReadonlyMap<number, RenderedRow>> } | null = null;
  const read = async (asked: readonly number[]): Promise<ReadonlyMap<number, RenderedRow>> => {
    open = null;
    try {
      const rows = await store()
        .table(renderedTextsTable)
        .find({ place: { in: asked } });
      return new Map(rows.map((row) => [row.place, row]));
    } catch (error) {
      job.report(error);
      return new Map();
    }
  };
  return async ({ place, source }) => {
    if (!open) {
      const asked: number[] = [];
      open = { asked, found: Promise.resolve().then(() => read(asked)) };
    }
    open.asked.push(place);
    const row = (await open.found).get(place);
    return row?.source === source && row.proof === proofOf(source, row.text) ? row.text : undefined;
  };
}

async function writeRows(store: Store, rows: readonly RenderedRow[]): Promise<void> {
  const table = store.table(renderedTextsTable);
  // In one order, so that two processes do not wait for each other.
  for (const row of rows.toSorted((one, other) => one.place - other.place)) await table.put(row);
}
