import type { Call } from '../../api/call.ts';
import { isReadMethod } from '../../api/request.ts';
import type { ExtraField, ExtraFields } from '../../api/resource/extra-fields.ts';
import type { InvalidationClock } from '../../http/response-cache/invalidation-clock.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import type { ItemField } from '../../rules/item-fields.ts';
import type { PostType } from '../../rules/post-types.ts';
import { isPublicTaxonomy, type TaxonomyType } from '../../rules/taxonomies.ts';
import { jsonText } from '../../text/json-text.ts';
import { wordsIn } from '../theme/words.ts';
import { createHeadCache, type HeadCache, type HeadValues } from './head-cache.ts';
import { type HeadFacts, type HeadSite, headElements, writtenElements } from './page-head.ts';
import { type HeadWork, loadHeadSite, postHeads, termHeads } from './page-heads.ts';
import { yoastHead, yoastHeadSchema } from './yoast-head.ts';

/** The elements of a head as data. */
export const headSchema = json.listOf(
  json.object(
    { tag: json.words('title', 'meta', 'link', 'script'), attributes: json.mapOf(json.string), text: json.string },
    ['text'],
  ),
);

interface Shown {
  readonly head: HeadFacts;
  readonly site: HeadSite;
}

type HeadField = Pick<ExtraField, 'schema' | 'output'> & { readonly show: (shown: Shown) => unknown };

/** The names of fields that show a head; the others are made by their subjects. */
type HeadName = Exclude<ItemField, 'blocks' | 'acf' | 'resized'>;

const isHeadName = (name: ItemField): name is HeadName => Object.hasOwn(fields, name);

const fields: Readonly<Record<HeadName, Readonly<Record<string, HeadField>>>> = {
  head: {
    head: {
      schema: s.array(s.object(), { description: 'Elements of the head of its page.' }),
      output: headSchema,
      show: ({ head, site }) => headElements(head, site),
    },
  },
  yoast: {
    yoast_head: {
      schema: s.string({ description: 'Elements of the head of its page as HTML.' }),
      output: json.string,
      show: ({ head, site }) => jsonText(writtenElements(headElements(head, site))),
    },
    yoast_head_json: {
      schema: s.object({ description: 'What the head of its page says.' }),
      output: yoastHeadSchema,
      show: ({ head, site }) => yoastHead(head, site),
    },
  },
};

export interface HeadFieldsContext {
  readonly types: readonly PostType[];
  readonly taxonomies: readonly TaxonomyType[];
  /** The core is made from the fields, so it is asked for when used. */
  readonly core: () => HeadWork['core'];
  readonly freshness: InvalidationClock;
}

const cacheBytes = 16 * 1024 * 1024;

/** The fields that show the head of the page of each item and term, as the site asks for them. */
export function headFields(wanted: readonly ItemField[], context: HeadFieldsContext): ExtraFields {
  const chosen = wanted.filter(isHeadName).flatMap((name) => Object.entries(fields[name]));
  if (chosen.length === 0) return new Map();
  const heads: Heads = { fields: chosen, cache: createHeadCache(context.freshness, cacheBytes), core: context.core };
  const table = (source: HeadSource) =>
    Object.fromEntries(chosen.map(([name, field]) => [name, extraField(name, field, heads, source)]));
  return new Map([
    ...context.types
      .filter((type) => type.public && type.restBase !== null)
      .map(({ name }) => [name, table({ of: 'posts', load: loadPostHeads })] as const),
    ...context.taxonomies
      .filter(isPublicTaxonomy)
      .map(({ name }) => [name, table({ of: name, load: loadTermHeads(name) })] as const),
  ]);
}

/** What all fields with heads share. */
interface Heads extends Pick<HeadFieldsContext, 'core'> {
  readonly fields: readonly (readonly [name: string, field: HeadField])[];
  readonly cache: HeadCache;
}

type HeadLoader = (work: HeadWork, ids: readonly number[]) => Promise<ReadonlyMap<number, HeadFacts>>;

/** Where the heads of items come from; `of` tells the items of one kind from those of another. */
interface HeadSource {
  readonly of: string;
  readonly load: HeadLoader;
}

async function loadPostHeads(work: HeadWork, ids: readonly number[]) {
  const posts = await work.call.store.posts.byIds(ids);
  const heads = await postHeads(work, posts);
  return new Map(posts.flatMap(({ id }, i) => (heads[i] ? [[id, heads[i]] as const] : [])));
}

const loadTermHeads =
  (taxonomy: string): HeadLoader =>
  async (work, ids) => {
    const terms = await work.call.store.terms.byIds(ids, taxonomy);
    const heads = await termHeads(work, taxonomy, terms);
    return new Map(terms.flatMap(({ id }, i) => (heads[i] ? [[id, heads[i]] as const] : [])));
  };

function extraField(name: string, { schema, output }: HeadField, heads: Heads, source: HeadSource): ExtraField {
  return {
    owner: 'platen',
    schema,
    ...(output ? { output: json.orNull(output) } : {}),
    contexts: ['view', 'edit', 'embed'],
    isStable: true,
    load: async (items, call) => {
      const ids = items.map(idOf);
      // What the fields of a page of items show is loaded once for all of them.
      const found = await call.once(`heads of ${source.of} ${ids.join()}`, () =>
        isSame(call) ? cachedHeads(heads, source, ids, call) : madeHeads(heads, source, ids, call),
      );
      return ids.map((id) => found.get(id)?.[name] ?? null);
    },
  };
}

/** Whether every visitor gets these heads: they are those of visitors, without a password or a preview. */
const isSame = ({ caller, preview, request: { method, query } }: Call): boolean =>
  caller.userId === 0 && preview === null && isReadMethod(method) && query['password'] === undefined;

async function cachedHeads(
  heads: Heads,
  source: HeadSource,
  ids: readonly number[],
  call: Call,
): Promise<ReadonlyMap<number, HeadValues>> {
  const { cache } = heads;
  // Titles may name the year.
  const keyOf = (id: number): string => `${source.of} ${id} ${new Date(call.now).getUTCFullYear()}`;
  const { found, tags } = await cache.find(ids.map(keyOf));
  call.note(tags);
  const missing = ids.filter((id) => !found.has(keyOf(id)));
  const made = missing.length > 0 ? await newHeads(heads, source, missing, call, keyOf) : new Map<number, never>();
  return new Map(
    ids.flatMap((id) => {
      const values = made.get(id) ?? found.get(keyOf(id));
      return values ? [[id, values] as const] : [];
    }),
  );
}

async function newHeads(
  heads: Heads,
  source: HeadSource,
  ids: readonly number[],
  call: Call,
  keyOf: (id: number) => string,
): Promise<ReadonlyMap<number, HeadValues>> {
  const begunAt = heads.cache.epoch;
  const apart = await call.apart();
  const made = await madeHeads(heads, source, ids, apart.call);
  const tags = apart.tags();
  call.note(tags);
  const kept = new Map([...made].map(([id, values]) => [keyOf(id), values] as const));
  if (tags) await heads.cache.keep(kept, begunAt, tags);
  return made;
}

async function madeHeads(
  { fields: shown, core }: Heads,
  { load }: HeadSource,
  ids: readonly number[],
  call: Call,
): Promise<ReadonlyMap<number, HeadValues>> {
  const work: HeadWork = { call, core: core(), words: wordsIn(call.site.language) };
  const [heads, site] = await Promise.all([load(work, ids), loadHeadSite(work)]);
  return new Map(
    [...heads].map(([id, head]) => [
      id,
      Object.fromEntries(shown.map(([name, { show }]) => [name, show({ head, site })])),
    ]),
  );
}

function idOf(item: unknown): number {
  return typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'number' ? item.id : 0;
}
