import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { hookActions } from '../../../src/background/hook-kinds.ts';
import { anyone, defineExtension, type Extension, postField, reply, route, s } from '../../../src/extension.ts';
import { type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';

const now = Date.UTC(2024, 4, 6, 7, 8, 9);
const until = (what: () => unknown) => vi.waitFor(what, { timeout: 300_000, interval: 50 });

/** Every way in which a function of an extension can go wrong without holding the thread. */
const misbehaviours: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new Error('broken on purpose');
  },
  rejects: () => Promise.reject(new Error('broken on purpose')),
  'never settles': () => new Promise(() => {}),
  'returns a number': () => 42,
  'returns senseless values': () => ({ title: { deep: 1 }, status: 'nowhere', unknown: true, name: 7, fields: 3 }),
  'throws something that is no error': () => {
    throw undefined;
  },
};

/** An extension whose every function misbehaves in one way. */
function faulty(misbehave: () => unknown): Extension {
  const hooks = (when: 'before' | 'after') =>
    Object.fromEntries(
      Object.entries(hookActions).map(([kind, actions]) => [
        kind,
        Object.fromEntries(actions[when].map((action) => [action, misbehave])),
      ]),
    );
  // The functions return what their types forbid; that is what is tested.
  const wrong = misbehave as never;
  return defineExtension({
    name: 'faulty',
    deadlines: { route: 300, page: 300, field: 300 },
    hooks: { before: hooks('before'), after: hooks('after') },
    fields: { post: { extra: postField({ schema: s.integer(), contexts: ['view'], load: wrong }) } },
    shortcodes: { broken: wrong },
    pages: wrong,
    jobs: [{ name: 'tick', everyMs: 50, deadlineMs: 300, run: wrong }],
    routes: () => [
      route({ method: 'GET', path: '/faulty/v1/thing', summary: '', permit: anyone, handle: wrong }),
      route({ method: 'GET', path: '/faulty/v1/gate', summary: '', permit: wrong, handle: () => reply({ ok: true }) }),
    ],
  });
}

/** The same writes and reads on any site; what it answered. */
async function transcript(admin: Client, base: string): Promise<unknown[]> {
  const said: unknown[] = [];
  const note = async (answer: Promise<{ status: number; body: { id?: number } }>) => {
    const { status, body } = await answer;
    said.push(JSON.parse(JSON.stringify({ status, body }), (key, value) => (key === 'extra' ? undefined : value)));
    return body.id ?? 0;
  };
  const post = await note(admin.post('/wp/v2/posts', { title: 'One', content: 'a [broken] b', status: 'publish' }));
  await note(admin.put(`/wp/v2/posts/${post}`, { title: 'Two' }));
  const comment = await note(admin.post('/wp/v2/comments', { post, content: 'Three' }));
  await note(admin.put(`/wp/v2/comments/${comment}`, { content: 'Four' }));
  await note(admin.delete(`/wp/v2/comments/${comment}`));
  await note(admin.delete(`/wp/v2/comments/${comment}?force=true`));
  const term = await note(admin.post('/wp/v2/tags', { name: 'Five' }));
  await note(admin.put(`/wp/v2/tags/${term}`, { name: 'Six' }));
  await note(admin.delete(`/wp/v2/tags/${term}?force=true`));
  const user = await note(admin.post('/wp/v2/users', { username: 'u', email: 'u@example.org', password: 'pw-u' }));
  await note(admin.put(`/wp/v2/users/${user}`, { name: 'U' }));
  await note(admin.delete(`/wp/v2/users/${user}?force=true&reassign=1`));
  await note(admin.post('/wp/v2/settings', { title: 'Seven' }));
  await note(admin.get('/wp/v2/posts'));
  await note(admin.delete(`/wp/v2/posts/${post}`));
  await note(admin.delete(`/wp/v2/posts/${post}?force=true`));
  for (const path of ['/nothing/here', '/embed/popups.json']) {
    const answer = await fetch(base + path);
    said.push({ path, status: answer.status, text: await answer.text() });
  }
  return said;
}

const stable = (said: unknown[]) =>
  JSON.parse(JSON.stringify(said).replaceAll('[broken]', '').replaceAll('a  b', 'a b'));

let site: TestPlaten;
let lines: { extension?: string; place?: string; msg: string }[] = [];

async function open(extensions: readonly Extension[]): Promise<string> {
  lines = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  site = await testPlaten({ extensions, log, clock: () => now, leads: true });
  return site.platen.listen();
}
afterEach(() => site.close());

describe('an extension that misbehaves everywhere', () => {
  let expected: unknown[];
  beforeAll(async () => {
    const base = await open([]);
    expected = await transcript(site.as('administrator'), base);
    await site.close();
  });

  it.each(Object.entries(misbehaviours))(
    'and %s changes no other answer; the faults are in log and metrics under its name',
    async (name, misbehave) => {
      const base = await open([faulty(misbehave)]);
      const said = await transcript(site.as('administrator'), base);
      expect(stable(said)).toEqual(stable(expected));

      const own = await fetch(`${base}/wp-json/faulty/v1/thing`);
      expect(own.status).toBe(name === 'never settles' ? 503 : 500);
      const harmless = name.startsWith('returns');
      expect((await fetch(`${base}/wp-json/faulty/v1/gate`)).status).toBe(harmless ? 200 : own.status);

      const places = Object.entries(hookActions).flatMap(([kind, { before, after }]) => [
        ...before.map((action) => `before ${kind}.${action}`),
        ...(harmless ? [] : after.map((action) => `after ${kind}.${action}`)),
      ]);
      // The script above does not upload files, send forms or restore anything.
      const touched = places.filter((place) => !/ media\.| form\.|restore$/.test(place));
      const others = ['field post.extra', 'shortcode broken', 'page', 'route GET /faulty/v1/thing'];
      const jobs = harmless ? [] : ['job tick'];
      await until(async () => {
        const metrics = await (await fetch(`${base}/metrics`)).text();
        const counted = [
          ...metrics.matchAll(/^platen_extension_errors_total\{extension="faulty",place="([^"]*)"\} [1-9]/gm),
        ];
        // A hook that waits its turn behind the failed attempt of the same item is told later.
        const seen = counted.map(([, place]) => place);
        const firsts = touched.filter(
          (place) => !place.startsWith('after') || / (post|term|comment|user)\.create| settings\./.test(place),
        );
        expect(seen).toEqual(expect.arrayContaining([...firsts, ...others, ...jobs]));
        if (name === 'never settles')
          expect(metrics).toMatch(
            /^platen_extension_deadlines_total\{extension="faulty",place="before post.create"\} 1$/m,
          );
      });
      const ours = lines.filter((line) => line.extension === 'faulty');
      expect(ours.length).toBeGreaterThan(10);
      expect(ours.every((line) => line.msg === 'the extension "faulty" failed')).toBe(true);
      const perPlace = Map.groupBy(ours, (line) => line.place);
      expect(Math.max(...[...perPlace.values()].map((list) => list.length))).toBeLessThanOrEqual(5);
      expect(lines.filter((line) => line.extension !== 'faulty')).toEqual([]);
    },
    180_000,
  );
});
