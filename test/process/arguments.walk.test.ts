import { once } from 'node:events';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint, RoutePath } from '../../src/api/routing/registry.ts';
import { createApplicationPassword } from '../../src/auth/passwords/application-passwords.ts';
import { type Client, type TestPlaten, testPlaten } from '../support/platen.ts';
import { type Carried, carriedRequest, carriers, type Fields, type Sent, shapes } from '../support/shapes.ts';

/** What the engine itself reads from an address, beside the arguments of operations. */
const engineNames = ['_embed', '_envelope', '_fields', '_locale', '_method', 'rest_route'];
/** What operations read without declaring it. */
const readAside = [
  'id',
  'password',
  'direction',
  'crawler_id',
  'hash',
  'data',
  'domain_key',
  'is_linked',
  '_platen_form',
];

interface Way {
  readonly carry: (method: string, path: string, fields: Fields) => Carried;
  readonly callers: readonly ('visitor' | 'administrator')[];
  /** Whether all arguments of an operation are sent at once instead of one by one. */
  readonly isWhole: boolean;
}

const everybody = ['visitor', 'administrator'] as const;
/** Each argument as text and as JSON, by the administrator; by a visitor in the way that clients choose. */
const readingWays: readonly Way[] = [
  { carry: carriers.query, callers: everybody, isWhole: false },
  { carry: carriers.json, callers: ['administrator'], isWhole: false },
];
/** The fields of a form are read as those of an address are, so that they are sent together. */
const writingWays: readonly Way[] = [
  { carry: carriers.query, callers: ['administrator'], isWhole: false },
  { carry: carriers.json, callers: everybody, isWhole: false },
  { carry: carriers.form, callers: everybody, isWhole: true },
];

/** Values that let an operation get as far as it can, by the name of the argument. */
type Samples = Readonly<Record<string, Sent>>;

describe.each(['a', 'b'] as const)('every argument of variant %s', (variant) => {
  let site: TestPlaten;
  let allNames: readonly string[];
  let maker: Client;
  let credentials: Record<'visitor' | 'administrator', Record<string, string>>;
  beforeAll(async () => {
    site = await testPlaten({ variant, databaseUrl: 'sqlite::memory:' });
    allNames = [...new Set(endpoints().flatMap(({ endpoint }) => Object.keys(endpoint.allArgs)))];
    // A password of its own: one of the arguments is the administrator's password.
    const { password } = await createApplicationPassword(site.platen.store, 1, 'walk', Date.now());
    const basic = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
    credentials = { visitor: {}, administrator: { authorization: basic } };
    maker = site.as(`admin:${password}`);
  });
  afterAll(() => site.close());

  const endpoints = () =>
    site.platen.registry.paths
      // These are the same in both variants, and many.
      .filter(({ path }) => variant === 'a' || !path.template.startsWith('/platen/v1'))
      .flatMap((routePath) => routePath.endpoints.map((endpoint) => ({ routePath, endpoint })));

  it('is described by a schema with a shape', () => {
    const shapeless = endpoints().flatMap(({ routePath, endpoint }) =>
      endpoint.argList.filter(([, schema]) => !schema.shape).map(([name]) => `${routePath.path.template} ${name}`),
    );
    expect(allNames.length).toBeGreaterThan(50);
    expect(shapeless).toEqual([]);
  });

  it.each(Object.keys(shapes))(
    'takes a value that is a %s without failing',
    async (shapeName) => {
      const shape = shapes[shapeName] as Sent;
      const failures: string[] = [];
      let requests = 0;
      const send = async (carried: Carried, caller: keyof typeof credentials) => {
        requests++;
        const status = await statusOf(carried, credentials[caller]);
        // 501 is how this interface says that a thing has no trash.
        if (status >= 500 && status !== 501) failures.push(`${status} ${caller} ${JSON.stringify(carried)}`);
        return status;
      };
      for (const { routePath, endpoint } of endpoints()) {
        const [method = 'GET'] = endpoint.methods;
        let target = await targetOf(routePath, maker);
        for (const { carry, callers, isWhole } of method === 'GET' ? readingWays : writingWays) {
          for (const fields of tries(endpoint, shape, isWhole)) {
            const carried = carry(method, target.path, { ...valid(endpoint, target.samples), ...fields });
            for (const caller of callers) {
              const status = await send(carried, caller);
              if (method === 'DELETE' && status < 300) target = await targetOf(routePath, maker);
            }
          }
        }
      }
      expect(failures).toEqual([]);
      expect(requests).toBeGreaterThan(1000);
    },
    300_000,
  );

  /** Each argument of an operation by itself; what the engine reads; and every name that means something elsewhere. */
  function tries(endpoint: Endpoint, shape: Sent, isWhole: boolean): Fields[] {
    const named = (names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, shape]));
    const own = Object.keys(endpoint.allArgs);
    const foreign = [...allNames, ...readAside].filter((name) => !own.includes(name));
    const alone = isWhole ? [named(own)] : own.map((name) => named([name]));
    return [...alone, named(['_jsonp']), named(engineNames), named(foreign)];
  }

  async function statusOf(carried: Carried, headers: Record<string, string>): Promise<number> {
    const { status, payload } = await site.platen.answer(carriedRequest(carried, headers));
    if (payload instanceof Readable) await once(payload.destroy(), 'close');
    // An envelope is always delivered; how the operation went is written inside.
    const inner = typeof payload === 'string' ? /"status":(\d{3}),"headers":/.exec(payload)?.[1] : undefined;
    return Math.max(status, Number(inner ?? 0));
  }
});

/** What writes cannot do much without, though they do not require it. */
const telling = ['post', 'content', 'title'];

/** The samples of what the operation requires, and of what makes a write worth while. */
function valid(endpoint: Endpoint, samples: Samples): Fields {
  const isWrite = !endpoint.methods.includes('GET') && !endpoint.methods.includes('DELETE');
  const wanted = endpoint.argList.filter(([name, schema]) => schema.required || (isWrite && telling.includes(name)));
  return Object.fromEntries(
    wanted.map(([name]) => {
      if (!(name in samples)) throw new Error(`There is no sample for ${name}; add one beside the others.`);
      return [name, samples[name] as Sent];
    }),
  );
}

let counter = 0;

/** A path that leads to something, made anew, and values that go with it. */
async function targetOf({ path }: RoutePath, admin: Client): Promise<{ path: string; samples: Samples }> {
  const name = `thing-${++counter}`;
  const make = async (base: string, fields: object): Promise<number> => {
    const made = await admin.post(`/wp/v2/${base}`, fields);
    if (made.status !== 201) throw new Error(`${base} could not be made: ${JSON.stringify(made.body)}`);
    return made.body.id;
  };
  const post = await make('posts', { title: name, status: 'publish', password: '' });
  const samples = {
    post,
    name,
    username: name,
    email: `${name}@example.org`,
    password: 'pw-thing',
    content: `Said ${name}`,
    title: name,
    reassign: 1,
    url: `http://site.test/?p=${post}`,
    event: 'open',
    pid: post,
    requests: [{ method: 'GET', path: `/wp/v2/posts/${post}` }],
    search: name,
    path: `/?p=${post}`,
    code: '123456',
    into: 1,
    taxonomy: 'post_tag',
    source: `/${name}`,
    csv: `/${name},/,302`,
    address: `${name}@example.org`,
    type: 'post',
    form: '[text name]',
    of: [1],
    changes: { title: name },
    is_enabled: true,
    version: (await admin.get('/platen/v1/content-model')).body.version ?? '',
    declarations: { postTypes: [], taxonomies: [], fieldSets: [] },
  };
  if (path.parameters.length === 0) return { path: path.template, samples };
  return { path: await itemPath(path.template, post, samples, admin), samples };
}

async function itemPath(template: string, post: number, samples: Samples, admin: Client): Promise<string> {
  const base = template.split('/')[3] as string;
  const words: Record<string, string> = { type: 'post', status: 'publish', taxonomy: 'category' };
  const made = async (): Promise<number> => {
    if (base === 'posts' || base === 'media') return post;
    const collection = template.slice(0, template.indexOf('/{'));
    return (await admin.post(collection, { ...samples, status: undefined, post })).body.id ?? post;
  };
  const id = /\{\w+:(?:int|digits)\}/.test(template) ? await made() : 0;
  return template.replace(/\{(\w+):(\w+)\}/g, (_, name: string, kind: string) =>
    kind === 'word' ? (words[name] ?? 'none') : String(id),
  );
}
