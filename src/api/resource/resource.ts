import { ApiError } from '../../lib/errors.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { Args } from '../../lib/schema/schema.ts';
import type { Call } from '../call.ts';
import { errorBody } from '../reply.ts';
import type { PublishedSchema, ResponseSchemas } from '../routing/description.ts';
import type { Context } from './context.ts';
import { bindExtraFields, type ExtraFieldSource } from './extra-fields.ts';
import { type Fields, type WritableArgs, writeDraft } from './field.ts';
import { type CacheKeyOf, createKeptItems } from './item-cache.ts';
import {
  addTargetHints,
  createKeptLinks,
  extendItem,
  type Link,
  type LinkSet,
  type LinksOf,
  linksDiffer,
  readLinks,
} from './links.ts';
import { createPlanner, type Json, readAll } from './plan.ts';
import { publishSchema, responseSchemas, type SchemaSource, writableArguments } from './resource-schema.ts';

/** How rows of the store are shown and written by the interface. What is loaded to show a row stays internal. */
export interface Resource<Row, Draft = never, Writable extends Args = Args> {
  readonly title: string;
  /** As OPTIONS shows it. */
  readonly schema: PublishedSchema;
  /** What answers contain, exactly. */
  readonly responses: ResponseSchemas;
  /** The arguments for creating and updating: the writable fields. */
  readonly arguments: { readonly create: Writable; readonly update: Writable };
  /** Names of all embedders that its links use. */
  readonly embeds: readonly string[];
  show(rows: readonly Row[], call: Call, view: View): Promise<Json[]>;
  /** Writes the input to a new draft, field by field; a field may refuse its value. */
  draft(input: Readonly<Record<string, unknown>>, call: Call): Promise<Draft>;
}

/** How rows are to be shown. */
export interface View {
  readonly context: Context;
  /** Names selected by `_fields`; null for all. */
  readonly names: ReadonlySet<string> | null;
  /** Those of them that are selected as a whole; left out for all. */
  readonly whole?: ReadonlySet<string> | null;
  readonly links: boolean;
  /** Whether to embed what links lead to; names of relations limit it to those. */
  readonly embed: boolean | ReadonlySet<string>;
}

export interface ResourceDefinition<Row, Subject extends object, Draft, Need extends string> extends SchemaSource {
  readonly fields: Fields<Subject, Draft, Need>;
  readonly links: readonly Link<Subject, Need>[];
  /** Names all that the links of a subject are made of, for readers: with it, they are read once and kept. */
  readonly linksKey?: (subject: Subject) => string;
  readonly madeOf?: CacheKeyOf<Subject>;
  /** Lets the call remember what permission checks look up for each row of a page, loaded for all of them at once. */
  readonly remember?: (rows: readonly Row[], call: Call) => MaybePromise<void>;
  /** Loads everything the planned fields and links need for a page of rows, in a fixed number of queries. */
  readonly load: (
    rows: readonly Row[],
    needs: ReadonlySet<Need>,
    call: Call,
  ) => Promise<readonly Subject[]> | readonly Subject[];
  /** The fields that extensions add. */
  readonly extra?: ExtraFieldSource<Row>;
  /** Creates an empty draft; left out if the resource is read-only. */
  readonly newDraft?: () => Draft;
}

/** Whether a view shows items as most readers see them; more may be embedded in them. */
const isPlain = ({ context, names, links }: View): boolean => context === 'view' && !names && links;

/** Creates a resource from its definition. The types of subject and needs are checked here and hidden from users. */
export function defineResource<
  Row,
  Subject extends object,
  Draft,
  Need extends string,
  F extends Fields<Subject, Draft, Need>,
>(
  definition: ResourceDefinition<Row, Subject, Draft, Need> & { readonly fields: F },
): Resource<Row, Draft, WritableArgs<F>> {
  const { title, links, load } = definition;
  const extra = definition.extra ? bindExtraFields<Row, Subject>(definition.extra, definition.fields) : null;
  const fields: Fields<Subject, Draft, Need> = extra ? { ...definition.fields, ...extra.fields } : definition.fields;
  // `WritableArgs` states as a type what `writableArguments` does: it selects the schemas of the writable fields.
  const writable = (purpose: 'create' | 'update') => writableArguments(fields, purpose) as WritableArgs<F>;
  const planFor = createPlanner(fields);
  const linkNeeds = links.flatMap((link) => link.needs ?? []);
  const keptLinks = definition.linksKey ? createKeptLinks(links, definition.linksKey) : null;
  const readLinksOf: LinksOf<Subject> = (subject, call, context) => readLinks(links, subject, call, context);
  // Fields of extensions are read each time, and without kept links nothing is known of what links are made of.
  const isKeepable = keptLinks !== null && (extra?.isStable ?? true);
  const keptItems = definition.madeOf && isKeepable ? createKeptItems(definition.madeOf) : null;
  return {
    title,
    schema: publishSchema({ ...definition, fields }),
    responses: responseSchemas({ title, fields, links }),
    arguments: { create: writable('create'), update: writable('update') },
    embeds: [...new Set(links.flatMap((link) => link.embeds ?? []))],
    async show(rows, call, view) {
      if (rows.length === 0) return [];
      const plan = planFor(view.context, view.names, view.whole);
      const needs = view.links ? new Set([...plan.needs, ...linkNeeds]) : plan.needs;
      const subjects = await load(rows, needs, call);
      const kept = isPlain(view) && call.caller.userId === 0 && !call.preview ? keptItems : null;
      extra?.see(rows, subjects);
      const more = kept && extra ? await extra.values(subjects, call) : [];
      const known = kept?.get(subjects, call, more);
      if (known && !view.embed) return known;
      // Editors are shown links by their rights.
      const isShared = !view.names && view.context !== 'edit' && !linksDiffer(call);
      const linksOf = isShared ? keptLinks : null;
      const linkSets = view.links
        ? subjects.map((subject) => (linksOf ?? readLinksOf)(subject, call, view.context))
        : [];
      if (linkSets.length > 0 && linksDiffer(call)) {
        await definition.remember?.(rows, call);
        await Promise.all(linkSets.map((links) => addTargetHints(links, call)));
      }
      let items = known;
      if (!items) {
        items = await readAll(plan, subjects, call, view.context);
        for (const [i, item] of items.entries()) {
          const shown = linkSets[i]?.shown;
          if (shown) item['_links'] = shown;
        }
        if (linksOf) kept?.keep(subjects, items, call, more);
      }
      return view.embed && view.links ? withEmbedded(items, linkSets.map(chosenBy(view.embed)), call) : items;
    },
    async draft(input, call) {
      if (!definition.newDraft) throw new Error(`The resource ${title} cannot be written.`);
      return writeDraft(fields, definition.newDraft(), input, call);
    },
  };
}

/** Limits links to the relations that are to be embedded. */
export function chosenBy(embed: true | ReadonlySet<string>): (links: LinkSet) => LinkSet {
  if (embed === true) return (links) => links;
  return ({ shown, targets }) => ({ shown, targets: targets.filter(({ rel }) => embed.has(rel)) });
}

/**
 * The items with the targets of their embeddable links under `_embedded`. Each embedder is called once for all keys of
 * the page, so the number of queries does not grow with the page; all at once, so that they share round trips.
 */
export async function withEmbedded(items: readonly Json[], linkSets: readonly LinkSet[], call: Call): Promise<Json[]> {
  const wanted = new Map<string, Set<number>>();
  for (const { targets } of linkSets) {
    for (const { target } of targets) {
      if (!target.embed) continue;
      const keys = wanted.get(target.embed.from) ?? new Set();
      wanted.set(target.embed.from, keys.add(target.embed.key));
    }
  }
  const loading = [...wanted].map(async ([from, keys]) => [from, await load(from, [...keys], call)] as const);
  const found = new Map(await Promise.all(loading));
  return items.map((item, i) => {
    const embedded: Record<string, unknown[]> = {};
    for (const { rel, target } of linkSets[i]?.targets ?? []) {
      if (!target.embed) continue;
      embedded[rel] ??= [];
      embedded[rel].push(found.get(target.embed.from)?.get(target.embed.key));
    }
    const nonEmpty = Object.entries(embedded).filter(([, answers]) => !answers.every(isEmpty));
    return nonEmpty.length > 0 ? extendItem(item, { _embedded: Object.fromEntries(nonEmpty) }) : item;
  });
}

function isEmpty(answer: unknown): boolean {
  return answer === undefined || (Array.isArray(answer) && answer.length === 0);
}

async function load(from: string, keys: readonly number[], call: Call): Promise<Map<number, unknown>> {
  const answers = await call.embed(from, keys);
  return new Map(
    keys.map((key, i) => [key, answers[i] instanceof ApiError ? errorBody(answers[i], call.caller) : answers[i]]),
  );
}
