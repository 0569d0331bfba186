import { objectTemplate } from '../../lib/object-template.ts';
import type { Call } from '../call.ts';
import type { Context } from './context.ts';
import type { Field, Fields } from './field.ts';

export type Json = Record<string, unknown>;

/** Which fields to read of each subject, and what must be loaded for them; decided before anything is loaded. */
export interface Plan<Subject, Need extends string> extends Shape<Subject> {
  readonly needs: ReadonlySet<Need>;
}

/** The members of a record, and a template with all names and no values. */
interface Shape<Subject> {
  readonly steps: readonly Step<Subject>[];
  readonly blank: Readonly<Json>;
}

/** One member: read directly, or composed of its properties. */
interface Step<Subject> {
  readonly name: string;
  readonly read: Field<Subject>['read'] | null;
  readonly properties: Shape<Subject>;
}

/** Creates plans for a resource's fields. A plan for all fields depends only on the context and is cached. */
export function createPlanner<Subject, Draft, Need extends string>(fields: Fields<Subject, Draft, Need>) {
  const complete = new Map<Context, Plan<Subject, Need>>();
  const make = (
    context: Context,
    isChosen: (name: string, field: Field<Subject, Draft, Need>) => boolean,
  ): Plan<Subject, Need> => {
    const needs = new Set<Need>();
    const steps = Object.entries(fields).flatMap(([name, field]) =>
      isChosen(name, field) ? stepsFor(name, field, context, needs) : [],
    );
    return { ...shapeOf(steps), needs };
  };
  return (
    context: Context,
    names: ReadonlySet<string> | null,
    whole: ReadonlySet<string> | null = names,
  ): Plan<Subject, Need> => {
    if (names) return make(context, (name, { undivided }) => (undivided ? whole?.has(name) === true : names.has(name)));
    const known = complete.get(context);
    if (known) return known;
    const plan = make(context, () => true);
    complete.set(context, plan);
    return plan;
  };
}

function stepsFor<Subject, Draft, Need extends string>(
  name: string,
  field: Field<Subject, Draft, Need>,
  context: Context,
  needs: Set<Need>,
): Step<Subject>[] {
  if (field.contexts && !field.contexts.includes(context)) return [];
  for (const need of field.needs ?? []) needs.add(need);
  const properties = Object.entries(field.properties ?? {}).flatMap(([key, inner]) =>
    stepsFor(key, inner, context, needs),
  );
  if (!field.read && !field.properties) return [];
  return [{ name, read: field.read ?? null, properties: shapeOf(properties) }];
}

const shapeOf = <Subject>(steps: readonly Step<Subject>[]): Shape<Subject> => ({
  steps,
  blank: objectTemplate(steps.map((step) => step.name)),
});

/** Reads all fields of all subjects before it awaits any promise, so that slow fields are computed in one batch. */
export async function readAll<Subject, Need extends string>(
  plan: Plan<Subject, Need>,
  subjects: readonly Subject[],
  call: Call,
  context: Context,
): Promise<Json[]> {
  const promised: Promise<void>[] = [];
  try {
    const items = subjects.map((subject) => readOne(plan, subject, call, context, promised));
    if (promised.length > 0) await Promise.all(promised);
    return items;
  } finally {
    // After one field has failed, later rejections of the others must not go unhandled.
    if (promised.length > 0) await Promise.allSettled(promised);
  }
}

/** An undefined member stays undefined, so JSON leaves it out. */
function readOne<Subject>(
  { steps, blank }: Shape<Subject>,
  subject: Subject,
  call: Call,
  context: Context,
  promised: Promise<void>[],
): Json {
  const item: Json = { ...blank };
  for (const { name, read, properties } of steps) {
    const value = read ? read(subject, call, context) : readMembers(properties, subject, call, context, promised);
    item[name] = value;
    if (value instanceof Promise) promised.push(settle(item, name, value));
  }
  return item;
}

/** Clients of this interface expect `[]` where an object has no members in a context. */
function readMembers<Subject>(
  shape: Shape<Subject>,
  subject: Subject,
  call: Call,
  context: Context,
  promised: Promise<void>[],
): Json | readonly never[] {
  return shape.steps.length === 0 ? [] : readOne(shape, subject, call, context, promised);
}

async function settle(item: Json, name: string, value: Promise<unknown>): Promise<void> {
  item[name] = await value;
}
