import type { Routes } from './interface.ts';
import { type Answered, type Query, send } from './request.ts';

type Method = 'GET' | 'POST' | 'DELETE';
type PathsWith<M extends Method> = {
  [P in keyof Routes]: Routes[P] extends Record<M, unknown> ? P : never;
}[keyof Routes];
type Operation<P extends keyof Routes, M extends Method> = Routes[P] extends Record<M, infer O> ? O : never;
type InputOf<O> = O extends { readonly input: infer I } ? I : never;
type AnswerOf<O, C extends 'view' | 'edit'> = O extends Record<C, infer A> ? A : never;

/** The parameters in a path: `{ id: 7 }` for `/wp/v2/posts/{id}`. */
type PathValues<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: number | string } & PathValues<Rest>
  : unknown;

/** What every reading operation takes besides. */
interface Shaping {
  readonly _embed?: boolean;
  readonly _fields?: string;
}

export interface Page<Item> {
  readonly items: Item;
  readonly total: number;
  readonly pages: number;
}

const fill = (path: string, values: Query): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));

/** Members that are part of the path are not sent again. */
function rest(path: string, values: Query): Query {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !path.includes(`{${name}}`)));
}

/** The interface with the types of the server's own routes. Everything is asked for as editors see it. */
export const api = {
  async get<P extends PathsWith<'GET'>>(
    path: P,
    input: InputOf<Operation<P, 'GET'>> & PathValues<P> & Shaping,
    signal?: AbortSignal,
  ): Promise<AnswerOf<Operation<P, 'GET'>, 'edit'>> {
    const { body } = await read<AnswerOf<Operation<P, 'GET'>, 'edit'>>(path, input, signal);
    return body;
  },
  /** An item with the tag of its state, which a later change can be bound to. */
  async tagged<P extends PathsWith<'GET'>>(
    path: P,
    input: InputOf<Operation<P, 'GET'>> & PathValues<P> & Shaping,
    signal?: AbortSignal,
  ): Promise<{ readonly item: AnswerOf<Operation<P, 'GET'>, 'edit'>; readonly tag: string | null }> {
    const { body, headers } = await read<AnswerOf<Operation<P, 'GET'>, 'edit'>>(path, input, signal);
    return { item: body, tag: headers.get('ETag') };
  },
  /** A list with how much there is of it. */
  async list<P extends PathsWith<'GET'>>(
    path: P,
    input: InputOf<Operation<P, 'GET'>> & PathValues<P> & Shaping,
    signal?: AbortSignal,
  ): Promise<Page<AnswerOf<Operation<P, 'GET'>, 'edit'>>> {
    const { body, headers } = await read<AnswerOf<Operation<P, 'GET'>, 'edit'>>(path, input, signal);
    const count = (name: string) => Number(headers.get(name) ?? 0);
    return { items: body, total: count('X-WP-Total'), pages: count('X-WP-TotalPages') };
  },
  async post<P extends PathsWith<'POST'>>(
    path: P,
    input: Partial<InputOf<Operation<P, 'POST'>>> & PathValues<P>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<AnswerOf<Operation<P, 'POST'>, 'edit'>> {
    const values = input as Query;
    const sending = { method: 'POST', path: fill(path, values), query: { context: 'edit' }, body: rest(path, values) };
    const { body } = await send<AnswerOf<Operation<P, 'POST'>, 'edit'>>({
      ...sending,
      ...(headers ? { headers } : {}),
    });
    return body;
  },
  async delete<P extends PathsWith<'DELETE'>>(
    path: P,
    input: InputOf<Operation<P, 'DELETE'>> & PathValues<P>,
  ): Promise<AnswerOf<Operation<P, 'DELETE'>, 'edit'>> {
    const values = input as Query;
    const { body } = await send<AnswerOf<Operation<P, 'DELETE'>, 'edit'>>({
      method: 'DELETE',
      path: fill(path, values),
      query: rest(path, values),
    });
    return body;
  },
};

function read<Body>(path: string, input: unknown, signal?: AbortSignal): Promise<Answered<Body>> {
  const values = input as Query;
  return send<Body>({
    method: 'GET',
    path: fill(path, values),
    query: { context: 'edit', ...rest(path, values) },
    signal,
  });
}
