/**
 * What must not compile, checked by `tsc` alone: each line below an expectation is a mistake that the types refuse, and
 * an expectation that nothing fails is itself an error.
 */

import { reply } from '../../src/api/reply.ts';
import { fieldsOf } from '../../src/api/resource/field.ts';
import { linksOf } from '../../src/api/resource/links.ts';
import { defineResource } from '../../src/api/resource/resource.ts';
import { anyone, route } from '../../src/api/routing/route.ts';
import { json, type OutputOf } from '../../src/lib/schema/json-schema.ts';
import { type Args, type Schema, s } from '../../src/lib/schema/schema.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const isTrue = <T extends true>(): T | undefined => undefined;

/** A description without a maker says nothing of what the value is. */
// @ts-expect-error: an argument cannot leave out what it is
export const untyped: Args = { width: { description: 'Largest width.' } };
// @ts-expect-error: nor be put together by hand
export const handmade: Args = { width: { shape: 'string', type: 'string' } };
// @ts-expect-error: there is no maker for anything at all
export const anything: Args = { width: s.any() };
declare const guessed: Schema<unknown>;
// @ts-expect-error: a value of no known type is no argument
export const unknownValue: Args = { width: guessed };

/** A handler's types come from the declarations. */
export const typed = route({
  method: 'GET',
  path: '/test/v1/things/{id:int}',
  summary: 'Show a thing.',
  args: {
    title: s.string({ required: true }),
    order: s.string({ enum: ['asc', 'desc'], default: 'asc' }),
    ids: s.array(s.integer(), { default: [] }),
    width: s.scalar({ documentedType: 'integer' }),
    body: s.text(),
    more: s.object(),
    slugs: s.stringOrList(),
    note: s.string({ nullable: true }),
    states: s.array(s.string(), { default: 'publish' }),
  },
  permit: anyone,
  handle: (input) => {
    isTrue<Same<typeof input.id, number>>();
    isTrue<Same<typeof input.title, string>>();
    isTrue<Same<typeof input.order, 'asc' | 'desc'>>();
    isTrue<Same<typeof input.ids, number[]>>();
    isTrue<Same<typeof input.width, string | number | boolean | undefined>>();
    isTrue<Same<typeof input.body, string | { readonly raw: string } | undefined>>();
    isTrue<Same<typeof input.more, Readonly<Record<string, unknown>> | undefined>>();
    isTrue<Same<typeof input.slugs, string | string[] | undefined>>();
    isTrue<Same<typeof input.note, string | null | undefined>>();
    isTrue<Same<typeof input.states, string[] | 'publish'>>();
    // @ts-expect-error: what may be an object is not text
    input.more?.toUpperCase();
    // @ts-expect-error: a single value may be a number
    input.width?.trim();
    // @ts-expect-error: what is not declared is not there
    input.height;
    return reply(null);
  },
});

/** So do those of arguments that are made of fields. */
const field = fieldsOf<object, { title(value: string): void }>();
const made = defineResource({
  title: 'thing',
  fields: {
    title: field({ schema: s.string(), write: (draft, value) => draft.title(value) }),
    roles: field({ schema: s.array(s.string()) }),
  },
  links: [],
  load: (rows: readonly object[]) => rows,
}).arguments.update;
isTrue<Same<typeof made.title, Schema<string, false>>>();
isTrue<Same<typeof made.roles, Schema<string[], false>>>();
// @ts-expect-error: a field is written with the value its schema describes
field({ schema: s.integer(), write: (draft, value) => draft.title(value) });

/** A field can ask only for what its resource loads, and a link only for embedders that it declares. */
const needy = fieldsOf<object, never, 'meta'>();
// @ts-expect-error: nothing called "mets" is loaded
needy({ schema: s.string(), needs: ['mets'] });
const link = linksOf<object>();
// @ts-expect-error: the embedder "user" is not declared
link({ rel: 'author', to: () => ({ href: '/x', embed: { from: 'user', key: 1 } }) });
// @ts-expect-error: a route says who may use it
route({ method: 'GET', path: '/test/v1/open', summary: 'Show.', handle: () => reply(null) });

/** A handler answers what its route states, and a field shows what its schema states. */
route({
  method: 'GET',
  path: '/test/v1/count',
  summary: 'Count.',
  response: { schema: json.object({ count: json.integer }) },
  permit: anyone,
  // @ts-expect-error: a count is a number
  handle: () => reply({ count: 'three' }),
});
route({
  method: 'GET',
  path: '/test/v1/count',
  summary: 'Count.',
  response: { schema: json.object({ count: json.integer, more: json.string }, ['more']) },
  permit: anyone,
  handle: () => reply({ count: 3 }),
});
isTrue<Same<OutputOf<typeof words>, 'a' | 'b' | null>>();
const words = json.orNull(json.words('a', 'b'));
// @ts-expect-error: a text is no number
field({ schema: s.integer(), read: () => 'three' });
// @ts-expect-error: nor is it one of these words
field({ schema: s.string(), output: words, read: () => 'c' });
// @ts-expect-error: only an optional field may be missing
field({ schema: s.string(), read: () => undefined });
field({ schema: s.string(), optional: true, read: () => undefined });
