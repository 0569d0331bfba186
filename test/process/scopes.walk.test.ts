import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint, RoutePath } from '../../src/api/routing/registry.ts';
import { type Scope, scopes } from '../../src/rules/scopes.ts';
import { type Client, type TestPlaten, testPlaten } from '../support/platen.ts';
import { scopedCredentials } from '../support/scoped.ts';
import { carriedRequest, carriers, type Fields } from '../support/shapes.ts';
import { type Samples, targetOf, valid } from '../support/walk-targets.ts';

const roles = ['subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
type Role = (typeof roles)[number];

/** Codes that say that the credential is the reason, or that a person decides. */
const ofCredential = new Set(['rest_scope_missing', 'rest_credential_limited', 'platen_pending_needs_person']);
/** What answers a session or an account password only, whatever the rights. */
const ofKind = new Set(['platen_two_factor_needs_session']);

interface Step {
  readonly routePath: RoutePath;
  readonly endpoint: Endpoint;
  readonly method: string;
}

interface Answered {
  readonly status: number;
  readonly code: string;
}

let site: TestPlaten;
let folder: string;
let maker: Client;
let steps: readonly Step[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-scopes-'));
  site = await testPlaten({
    variant: 'c',
    databaseUrl: `sqlite:${join(folder, 'content.db')}`,
    siteUrl: 'https://site.test',
    oauth: true,
    jwt: true,
    mcp: true,
  });
  maker = site.as(await scopedCredentials(site, 'administrator', null));
  steps = site.platen.registry.paths.flatMap((routePath) =>
    routePath.endpoints.map((endpoint) => ({ routePath, endpoint, method: endpoint.methods[0] ?? 'GET' })),
  );
  // It would end the account that the walk is made with.
  steps = steps.filter(
    ({ method, routePath }) => !(method === 'DELETE' && routePath.path.template === '/wp/v2/users/me'),
  );
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const basic = (login: string) => ({ authorization: `Basic ${Buffer.from(login).toString('base64')}` });
const loginOf = (role: Role) => (role === 'administrator' ? 'admin:pw-administrator' : `the-${role}:pw-${role}`);

async function send(method: string, path: string, fields: Fields, login: string | null): Promise<Answered> {
  const carry = method === 'GET' || method === 'DELETE' ? carriers.query : carriers.json;
  const request = carriedRequest(carry(method, path, fields), login === null ? {} : basic(login));
  const { status, payload } = await site.platen.answer(request);
  if (payload instanceof Readable) payload.destroy();
  const code = typeof payload === 'string' && status >= 400 ? /"code":"([\w-]+)"/.exec(payload)?.[1] : undefined;
  return { status, code: code ?? '' };
}

/** The same as the account itself; writes that can be undone are. */
async function sendAs(role: Role, step: Step, path: string, fields: Fields): Promise<Answered> {
  if (step.method === 'GET' || !step.endpoint.undoable) return send(step.method, path, fields, loginOf(role));
  const requests = [{ method: step.method, path, body: fields }];
  const { body } = await site.as(role).post('/platen/v1/batch', { atomic: true, dry_run: true, requests });
  const [first] = body.responses ?? [{ status: 500 }];
  return { status: first.status, code: first.body?.code ?? '' };
}

/** The tables of what the site says, and of who may log in. */
const lasting =
  /_(?:posts|postmeta|terms|termmeta|term_taxonomy|term_relationships|comments|commentmeta|users|options|links|redirects|webhooks|previews|sessions|two_factor)$/;

/** The rows of each such table, as a digest. */
function tables(): Record<string, string> {
  const database = new DatabaseSync(join(folder, 'content.db'), { readOnly: true });
  try {
    const names = database.prepare("select name from sqlite_master where type = 'table'").all();
    const shown = names
      .map(({ name }) => String(name))
      .filter((name) => lasting.test(name) && !name.includes('search'));
    const rowsOf = (name: string) => JSON.stringify(database.prepare(`select * from "${name}"`).all());
    return Object.fromEntries(shown.map((name) => [name, hash('sha256', rowsOf(name))]));
  } finally {
    database.close();
  }
}

/** Every operation, asked by the role with the credential. */
async function walk(
  role: Role,
  held: readonly Scope[],
): Promise<{ faults: string[]; denied: number; proposed: number }> {
  const credentials = await scopedCredentials(site, role, held);
  const faults: string[] = [];
  let denied = 0;
  let proposed = 0;
  for (const step of steps) {
    const { path, samples } = await targetFor(step);
    const fields = valid(step.endpoint, withDefaults(samples));
    const at = `${step.method} ${step.routePath.path.template}`;
    const limited = await send(step.method, path, fields, credentials);
    if (limited.status === 202 && held.includes('propose')) proposed += 1;
    if (limited.status >= 500 && limited.status !== 501) faults.push(`${at} failed with ${limited.status}`);
    if (limited.status < 300) {
      const own = await sendAs(role, step, path, fields);
      if (own.status === 401 || own.status === 403) faults.push(`${at} gave more than the role: ${own.code}`);
      if (step.method === 'DELETE' && limited.status !== 202) targets.delete(step);
    } else if (limited.status === 401 || limited.status === 403) {
      denied += 1;
      if (ofCredential.has(limited.code) || ofKind.has(limited.code)) continue;
      if (step.method !== 'GET' && !step.endpoint.undoable) continue;
      const own = await sendAs(role, step, path, fields);
      if (own.status < 300) faults.push(`${at} was denied as ${limited.code}, which names no scope`);
    }
  }
  return { faults, denied, proposed };
}

/** Some word for what the other walk, of fewer variants, does not need. */
const withDefaults = (samples: Samples): Samples =>
  new Proxy(samples, { has: () => true, get: (known, name) => Reflect.get(known, name) ?? 'thing' });

const targets = new Map<Step, Awaited<ReturnType<typeof targetOf>>>();

async function targetFor(step: Step) {
  const known = targets.get(step) ?? (await targetOf(step.routePath, maker));
  targets.set(step, known);
  return known;
}

describe.each(scopes)('the scope %s', (scope) => {
  // What the walk of another scope removed or merged leads nowhere any more.
  beforeAll(() => targets.clear());

  it.each(roles)('gives a %s no more than the role, and each denial its code', async (role) => {
    for (const step of steps) await targetFor(step);
    const before = scope === 'read' || scope === 'propose' ? tables() : null;
    const { faults, denied, proposed } = await walk(role, [scope]);
    expect(faults).toEqual([]);
    expect(denied).toBeGreaterThan(50);
    if (before) expect(tables()).toEqual(before);
    if (scope === 'propose' && role === 'editor') expect(proposed).toBeGreaterThan(15);
  });
});

/** What visitors are refused and every program of an account gets: who it is, what there is to ask for, and lists of its own. */
const ofEveryProgram = [
  '/platen/v1/admin-screens',
  '/platen/v1/changes',
  '/platen/v1/dump',
  '/platen/v1/pending-changes',
  '/platen/v1/previews',
  '/wp-abilities/v1/abilities',
  '/wp-abilities/v1/categories',
  '/wp/v2/users/me',
];

it.each<[Scope, readonly string[]]>([
  ['propose', []],
  ['comments', ['/wp/v2/comments', '/wp/v2/comments/{id:int}']],
])('with `%s` alone an administrator reads little more than visitors do', async (scope, ofScope) => {
  const credentials = await scopedCredentials(site, 'administrator', [scope]);
  const more = new Set<string>();
  for (const step of steps.filter(({ method }) => method === 'GET')) {
    const { path, samples } = await targetFor(step);
    const fields = valid(step.endpoint, withDefaults(samples));
    const isInContext = Object.hasOwn(step.endpoint.allArgs, 'context');
    for (const asked of isInContext ? [fields, { ...fields, context: 'edit' }] : [fields]) {
      const visitor = await send('GET', path, asked, null);
      if (visitor.status < 400) continue;
      if ((await send('GET', path, asked, credentials)).status < 300) more.add(step.routePath.path.template);
    }
  }
  expect([...more].sort()).toEqual([...ofEveryProgram, ...ofScope].sort());
});

it('a visitor has no scope, and is asked for credentials', async () => {
  for (const step of steps.filter(({ endpoint }) => endpoint.requiresLogin)) {
    const { path, samples } = await targetFor(step);
    expect((await send(step.method, path, valid(step.endpoint, withDefaults(samples)), null)).code).not.toBe(
      'rest_scope_missing',
    );
  }
});

it('`_method` and its header are the method that scopes are checked for', async () => {
  const origin = await site.platen.listen();
  const headers = basic(await scopedCredentials(site, 'administrator', ['read']));
  const { body: post } = await maker.post('/wp/v2/posts', { title: 'Stays', status: 'publish' });
  const at = `${origin}/wp-json/wp/v2/posts/${post.id}`;
  const tried = await Promise.all([
    fetch(`${at}?_method=DELETE&force=true`, { method: 'POST', headers }),
    fetch(`${at}?_method=DELETE&force=true`, { headers }),
    fetch(`${at}?force=true`, { method: 'POST', headers: { ...headers, 'x-http-method-override': 'DELETE' } }),
    fetch(`${at}?_method=GET&title=Changed`, { method: 'POST', headers }),
  ]);
  await Promise.all(tried.map((one) => one.arrayBuffer()));
  expect((await site.as('anonymous').get(`/wp/v2/posts/${post.id}`)).body.title.rendered).toBe('Stays');
});
