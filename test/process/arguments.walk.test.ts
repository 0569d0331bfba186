import { once } from 'node:events';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/api/routing/registry.ts';
import { createApplicationPassword } from '../../src/auth/passwords/application-passwords.ts';
import { type Client, type TestPlaten, testPlaten } from '../support/platen.ts';
import { type Carried, carriedRequest, carriers, type Fields, type Sent, shapes } from '../support/shapes.ts';
import { targetOf, valid } from '../support/walk-targets.ts';

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

describe.each(['a', 'b'] as const)('every argument of variant %s', (variant) => {
  let site: TestPlaten;
  let allNames: readonly string[];
  let maker: Client;
  let credentials: Record<'visitor' | 'administrator', Record<string, string>>;
  beforeAll(async () => {
    site = await testPlaten({
      variant,
      databaseUrl: 'sqlite::memory:',
      siteUrl: 'https://site.test',
      oauth: true,
      jwt: true,
    });
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
