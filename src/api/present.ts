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
  return subjects.map((subject) => readFields(plan.fields, subject, call, context));
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
  const items = subjects.map((subject) => readFields(plan.fields, subject, call, wish.context));
  if (!withLinks) return items;
  const linkSets = subjects.map((subject) => linksOf(resource.links, subject, call, wish.context));
  for (const [i, links] of linkSets.entries()) if (links.shown) (items[i] as Json)['_links'] = links.shown;
  if (wish.embed) await embedInto(items, linkSets, call);
  return items;
}

interface Plan<Subject> {
  readonly fields: readonly (readonly [name: string, field: Field<Subject, never>])[];
  readonly needs: ReadonlySet<string>;
}

/** Which fields this context and choice show, and what they need loaded: decided before any work is done. */
function planOf<Row, Subject extends object, Draft>(
  resource: Resource<Row, Subject, Draft>,
  context: Context,
  names: ReadonlySet<string> | null,
): Plan<Subject> {
  const fields: [string, Field<Subject, never>][] = [];
  const needs = new Set<string>();
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!shows(field, context) || (names && !names.has(name))) continue;
    fields.push([name, field as Field<Subject, never>]);
    collectNeeds(field as Field<Subject, never>, context, needs);
  }
  return { fields, needs };
}

function collectNeeds<Subject>(field: Field<Subject, never>, context: Context, into: Set<string>): void {
  for (const need of field.needs ?? []) into.add(need);
  for (const part of Object.values(field.parts ?? {})) if (shows(part, context)) collectNeeds(part, context, into);
}

function shows(field: Field<never, never>, context: Context): boolean {
  return field.contexts === undefined || field.contexts.includes(context);
}

function readFields<Subject>(fields: Plan<Subject>['fields'], subject: Subject, call: Call, context: Context): Json {
  const item: Json = {};
  for (const [name, field] of fields) {
    const value = readField(field, subject, call, context);
    if (value !== undefined) item[name] = value;
  }
  return item;
}

function readField<Subject>(field: Field<Subject, never>, subject: Subject, call: Call, context: Context): unknown {
  if (field.read) return field.read(subject, call, context);
  if (!field.parts) return undefined;
  const value: Json = {};
  for (const [name, part] of Object.entries(field.parts)) {
    if (shows(part, context)) value[name] = readField(part, subject, call, context);
  }
  return value;
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
