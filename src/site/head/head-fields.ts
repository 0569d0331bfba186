import type { Call } from '../../api/call.ts';
import type { ExtraField, ExtraFields } from '../../api/resource/extra-fields.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import type { ItemField } from '../../rules/item-fields.ts';
import type { PostType } from '../../rules/post-types.ts';
import { isPublicTaxonomy, type TaxonomyType } from '../../rules/taxonomies.ts';
import { wordsIn } from '../theme/words.ts';
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
type HeadName = Exclude<ItemField, 'blocks' | 'acf'>;

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
      show: ({ head, site }) => writtenElements(headElements(head, site)),
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
}

/** The fields that show the head of the page of each item and term, as the site asks for them. */
export function headFields(wanted: readonly ItemField[], { types, taxonomies, core }: HeadFieldsContext): ExtraFields {
  const chosen = wanted.filter(isHeadName).flatMap((name) => Object.entries(fields[name]));
  if (chosen.length === 0) return new Map();
  const workOf = (call: Call): HeadWork => ({ call, core: core(), words: wordsIn(call.site.language) });
  const table = (heads: HeadSource) =>
    Object.fromEntries(
      chosen.map(([name, field]) => [name, extraField(field, (ids, call) => shown(workOf(call), ids, heads))]),
    );
  return new Map([
    ...types
      .filter((type) => type.public && type.restBase !== null)
      .map(({ name }) => [name, table({ of: 'posts', load: loadPostHeads })] as const),
    ...taxonomies
      .filter(isPublicTaxonomy)
      .map(({ name }) => [name, table({ of: name, load: loadTermHeads(name) })] as const),
  ]);
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

/** What the fields of a page of items show is loaded once for all of them. */
function shown(work: HeadWork, ids: readonly number[], { of, load }: HeadSource): Promise<ReadonlyMap<number, Shown>> {
  return work.call.once(`heads of ${of} ${ids.join()}`, async () => {
    const [heads, site] = await Promise.all([load(work, ids), loadHeadSite(work)]);
    return new Map([...heads].map(([id, head]) => [id, { head, site }]));
  });
}

function extraField(
  { schema, output, show }: HeadField,
  load: (ids: readonly number[], call: Call) => Promise<ReadonlyMap<number, Shown>>,
): ExtraField {
  return {
    owner: 'platen',
    schema,
    ...(output ? { output: json.orNull(output) } : {}),
    contexts: ['view', 'edit', 'embed'],
    load: async (items, call) => {
      const ids = items.map(idOf);
      const found = await load(ids, call);
      return ids.map((id) => {
        const one = found.get(id);
        return one ? show(one) : null;
      });
    },
  };
}

function idOf(item: unknown): number {
  return typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'number' ? item.id : 0;
}
