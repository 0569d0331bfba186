import { blankRecord } from '../record-shape.ts';
import type { Call } from './call.ts';
import { embedInto } from './embed.ts';
import { linksOf } from './links.ts';
import type { Context, Field, Resource } from './resource.ts';

type Json = Record<string, unknown>;

/** Shows rows in a context without links: what a removal returns as `previous`. */
export async function presentBare<Row, Subject extends object, Draft>(
  resource: Resource<Row, Subject, Draft>,
  rows: readonly Row[],
  call: Call,
  context: Context,
): Promise<Json[]> {
  const plan = planOf(resource, context, null);
  const subjects = await resource.prepare(rows, plan.needs, call);
  return subjects.map((subject) => readParts(plan, subject, call, context));
}

/** Shows one row with its links; `_fields` and `_embed` of the request are honoured. */
export async function presentItem<Row, Subject extends object, Draft>(
  resource: Resource<Row, Subject, Draft>,
  row: Row,
  call: Call,
  context: Context,
): Promise<Json> {
  const [item] = await present(resource, [row], call, {
    context,
    names: chosenNames(call),
    alwaysLinks: true,
    embed: wantsEmbeds(call),
  });
  return item as Json;
}

/** Shows a page of rows; `_fields` drops links unless it names them. */
export async function presentList<Row, Subject extends object, Draft>(
  resource: Resource<Row, Subject, Draft>,
  rows: readonly Row[],
  call: Call,
  context: Context,
): Promise<Json[]> {
  return present(resource, rows, call, {
    context,
    names: chosenNames(call),
    alwaysLinks: false,
    embed: wantsEmbeds(call),
  });
}

/** Shows rows as members of one object, each under its name; there `_fields` chooses among the members. */
export async function presentNamed<Row, Subject extends object, Draft>(
  resource: Resource<Row, Subject, Draft>,
  rows: ReadonlyMap<string, Row>,
  call: Call,
  context: Context,
): Promise<Json> {
  const names = chosenNames(call);
  const shown = names ? [...rows].filter(([name]) => names.has(name)) : [...rows];
  const wish = { context, names: null, alwaysLinks: true, embed: wantsEmbeds(call) };
  const items = await present(
    resource,
    shown.map(([, row]) => row),
    call,
    wish,
  );
  return Object.fromEntries(shown.map(([name], i) => [name, items[i]]));
}

/** Shows rows as they appear inside another answer's `_embedded`. */
export async function presentEmbedded<Row, Subject extends object, Draft>(
  resource: Resource<Row, Subject, Draft>,
  rows: readonly Row[],
  call: Call,
): Promise<Json[]> {
  return present(resource, rows, call, { context: 'embed', names: null, alwaysLinks: true, embed: false });
}

interface Wish {
  readonly context: Context;
  /** Names that `_fields` chose; null for all. */
  readonly names: ReadonlySet<string> | null;
  readonly alwaysLinks: boolean;
  readonly embed: boolean;
}

async function present<Row, Subject extends object, Draft>(
  resource: Resource<Row, Subject, Draft>,
  rows: readonly Row[],
  call: Call,
  wish: Wish,
): Promise<Json[]> {
  if (rows.length === 0) return [];
  const plan = planOf(resource, wish.context, wish.names);
  const withLinks = wish.alwaysLinks || wish.names === null || wish.names.has('_links');
  const needs = withLinks
    ? new Set([...plan.needs, ...resource.links.flatMap((link) => link.needs ?? [])])
    : plan.needs;
  const subjects = await resource.prepare(rows, needs, call);
  const items = subjects.map((subject) => readParts(plan, subject, call, wish.context));
  if (!withLinks) return items;
  const linkSets = subjects.map((subject) => linksOf(resource.links, subject, call, wish.context));
  for (const [i, links] of linkSets.entries()) if (links.shown) (items[i] as Json)['_links'] = links.shown;
  if (wish.embed) await embedInto(items, linkSets, call);
  return items;
}

/** The members of a record, and the record without them. */
interface Parts<Subject> {
  readonly steps: readonly Step<Subject>[];
  readonly blank: Readonly<Json>;
}

/** What to read of each subject, and what must be loaded for it. */
interface Plan<Subject> extends Parts<Subject> {
  readonly needs: ReadonlySet<string>;
}

/** One member: read at once, or put together from its parts. */
interface Step<Subject> {
  readonly name: string;
  readonly read: Field<Subject>['read'] | null;
  readonly parts: Parts<Subject>;
}

/** Plans depend on the definition and the context alone, so each is made once. */
const wholePlans = new WeakMap<object, Map<Context, Plan<never>>>();

/** Which fields this context and choice show, and what they need loaded: decided before any work is done. */
function planOf<Row, Subject extends object, Draft>(
  resource: Resource<Row, Subject, Draft>,
  context: Context,
  names: ReadonlySet<string> | null,
): Plan<Subject> {
  const fields = resource.fields as Readonly<Record<string, Field<Subject>>>;
  if (names) return makePlan(fields, context, (name) => names.has(name));
  const known = wholePlans.get(resource.fields) ?? new Map<Context, Plan<never>>();
  wholePlans.set(resource.fields, known);
  const plan = known.get(context) ?? makePlan(fields, context, () => true);
  known.set(context, plan as Plan<never>);
  return plan as Plan<Subject>;
}

function makePlan<Subject>(
  fields: Readonly<Record<string, Field<Subject>>>,
  context: Context,
  isChosen: (name: string) => boolean,
): Plan<Subject> {
  const needs = new Set<string>();
  const steps = Object.entries(fields).flatMap(([name, field]) =>
    isChosen(name) ? stepsFor(name, field, context, needs) : [],
  );
  return { ...partsOf(steps), needs };
}

function stepsFor<Subject>(name: string, field: Field<Subject>, context: Context, needs: Set<string>): Step<Subject>[] {
  if (field.contexts && !field.contexts.includes(context)) return [];
  for (const need of field.needs ?? []) needs.add(need);
  const parts = Object.entries(field.parts ?? {}).flatMap(([key, part]) => stepsFor(key, part, context, needs));
  if (!field.read && !field.parts) return [];
  return [{ name, read: field.read ?? null, parts: partsOf(parts) }];
}

const partsOf = <Subject>(steps: readonly Step<Subject>[]): Parts<Subject> => ({
  steps,
  blank: blankRecord(steps.map((step) => step.name)),
});

/** A member that turns out to be undefined stays so, and is not written down. */
function readParts<Subject>({ steps, blank }: Parts<Subject>, subject: Subject, call: Call, context: Context): Json {
  const item: Json = { ...blank };
  for (const { name, read, parts } of steps) {
    item[name] = read ? read(subject, call, context) : readParts(parts, subject, call, context);
  }
  return item;
}

/** The top-level names that `_fields` chose, or null where the variant or the request does not choose. */
export function chosenNames(call: Call): ReadonlySet<string> | null {
  const wish = call.request.query['_fields'];
  if (!call.variant.protocol.fieldsParameter || wish === undefined) return null;
  const names = typeof wish === 'string' ? wish.split(/[\s,]+/) : Object.values(wish);
  return new Set(names.filter((name) => typeof name === 'string'));
}

function wantsEmbeds(call: Call): boolean {
  return call.request.query['_embed'] !== undefined;
}
