import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run, type ServerProcess, startServer } from '../support/server-process.ts';

/** Every way to answer that no type allows, by the last part of its path. */
const hostile = `
import { Readable } from 'node:stream';
const route = (name, handle) => ({
  methods: ['GET'], method: 'GET', path: '/hostile/v1/' + name, summary: '', args: {}, permit: () => {}, handle,
});
const cyclic = {}; cyclic.self = cyclic;
export const ways = {
  'throws-null': () => { throw null; },
  'rejects-null': () => Promise.reject(null),
  'rejects-later': () => { setTimeout(() => Promise.reject(new Error('later')), 1); return { body: 'ok' }; },
  'throws-an-error-that-throws': () => { throw Object.defineProperty(new Error(), 'message', { get() { throw 1; } }); },
  'throws-a-proxy': () => { throw new Proxy({}, { get() { throw 2; }, getPrototypeOf() { throw 3; } }); },
  'a-thenable-that-throws': () => ({ get then() { throw new Error('then'); } }),
  'a-thenable-that-throws-later': () => ({ then() { throw new Error('then'); } }),
  'a-getter-that-throws': () => ({ get body() { throw new Error('getter'); } }),
  'json-that-throws': () => ({ body: { toJSON() { throw new Error('json'); } } }),
  'json-that-throws-the-second-time': () => {
    let times = 0;
    return { body: { toJSON() { times += 1; if (times > 1) throw new Error('json'); return 1; } } };
  },
  'a-cycle': () => ({ body: cyclic }),
  'a-big-number': () => ({ body: { n: 10n } }),
  'a-status-of-text': () => ({ status: 'fine', body: 1 }),
  'a-header-with-a-line-end': () => ({ body: 1, headers: { 'X-A': 'a\\r\\nSet-Cookie: b=c' } }),
  'a-header-that-is-no-word': () => ({ body: 1, headers: { 'X A:': 'b' } }),
  'headers-that-are-none': () => ({ body: 1, headers: 7 }),
  'a-header-beyond-latin': () => ({ body: 1, headers: { 'X-A': '\\u6771' } }),
  'a-type-with-a-line-end': () => ({ body: 'x', type: 'text/plain\\r\\nX-B: c' }),
  'a-body-of-no-kind': () => ({ body: { a: 1 }, type: 'text/plain' }),
  'a-stream-that-fails-at-once': () => ({ body: new Readable({ read() { this.destroy(new Error('stream')); } }), type: 'text/plain' }),
  'a-stream-that-fails-later': () => {
    let n = 0;
    return { body: new Readable({ read() { n += 1; if (n > 3) this.destroy(new Error('stream')); else this.push('part '); } }), type: 'text/plain' };
  },
  'a-stream-that-throws': () => ({ body: Readable.from((async function* () { yield 'a'; throw null; })()), type: 'text/plain' }),
  'a-stream-that-throws-in-read': () => ({ body: new Readable({ read() { throw new Error('read'); } }), type: 'text/plain' }),
  'a-stream-of-objects': () => ({ body: Readable.from([{ a: 1 }, 7]), type: 'text/plain' }),
  'a-stream-that-has-ended': () => { const s = Readable.from([]); s.destroy(new Error('before')); return { body: s, type: 'text/plain' }; },
};
export default {
  name: 'hostile',
  deadlines: { route: 2_000, page: 2_000 },
  routes: () => Object.entries(ways).map(([name, handle]) => route(name, handle)),
  pages: (request) => {
    const way = ways[/^\\/hostile\\/([\\w-]+)$/.exec(request.url)?.[1] ?? ''];
    if (!way) return null;
    const made = way();
    return made && 'body' in made
      ? { status: 200, headers: {}, type: 'text/plain', ...made, payload: made.body }
      : made;
  },
};
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-hostile-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const module = async (name: string, text: string): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
};

describe('a server with an extension that answers nonsense', () => {
  let server: ServerProcess;
  let ways: string[];
  beforeAll(async () => {
    const file = await module('hostile.mjs', hostile);
    ways = Object.keys(((await import(file)) as { ways: object }).ways);
    server = await startServer({ env: { PLATEN_EXTENSIONS: file } });
  });
  afterAll(async () => {
    await server.stop();
    await rm(server.dataDir, { recursive: true, force: true });
  });

  /** The answer, or what became of the connection; nothing may hang. */
  const ask = (path: string): Promise<string> =>
    fetch(server.url + path, { signal: AbortSignal.timeout(120_000) }).then(
      async (answer) => {
        const text = await answer.text().catch(() => 'the answer broke off');
        expect([...answer.headers.keys()]).not.toContain('x-b');
        expect(answer.headers.get('set-cookie')).toBeNull();
        expect(text).not.toMatch(/\bat .*:\d+:\d+/);
        return `${answer.status} ${text}`;
      },
      (error: Error) => (error.name === 'TimeoutError' ? 'it hangs' : 'the connection ended'),
    );

  it('answers everybody else, whatever its routes and pages do', async () => {
    const said = new Map<string, string>();
    for (const way of ways)
      for (const path of [`/wp-json/hostile/v1/${way}`, `/hostile/${way}`]) said.set(path, await ask(path));
    expect([...said].filter(([, answer]) => answer === 'it hangs')).toEqual([]);
    expect(server.child.exitCode).toBeNull();
    expect((await fetch(`${server.url}/wp-json/wp/v2/posts`)).status).toBe(200);
    // An answer that cannot be sent is a failure of the route, and leaves the page to others.
    const statuses = [...said].filter(([path]) => !/stream|rejects-later|headers-that-are-none/.test(path));
    expect(statuses.filter(([, answer]) => !/^(?:500|404) /.test(answer))).toEqual([]);
  });

  it('names it in the log, with the route', async () => {
    const places = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('"extension":"hostile"'))
        .flatMap((line) => /\/hostile\/v1\/([\w-]+)"/.exec(line)?.[1] ?? []);
    // What fails after the extension has answered, without an error that could be told from a client that left.
    const unnamed = new Set([
      'rejects-later',
      'json-that-throws-the-second-time',
      'headers-that-are-none',
      'a-stream-that-throws',
      'a-stream-of-objects',
    ]);
    await expect.poll(() => ways.filter((way) => !unnamed.has(way) && !places().includes(way))).toEqual([]);
  });
});

describe('a server does not start, and names the extension, if it', () => {
  it.each([
    ['throws nothing when it is loaded', 'throw null;'],
    ['throws nothing when it is set up', 'export default { name: "x", setUp() { throw null; } };'],
    ['throws an error without a text', 'export default { name: "x", setUp() { throw new Error(); } };'],
    ['has the same route twice', twice('/x/v1/a', '/x/v1/a')],
    ['has routes that cannot be made', 'export default { name: "x", routes() { throw undefined; } };'],
    ['has routes that are none', 'export default { name: "x", routes: () => [null, 7] };'],
    ['has routes that are no list', 'export default { name: "x", routes: () => 7 };'],
  ])('%s', async (_, text) => {
    const file = await module(`${Math.random()}.mjs`, text);
    const data = join(folder, 'data');
    const { status, output } = await run(['serve'], {
      PLATEN_EXTENSIONS: file,
      PLATEN_DATA_DIR: data,
      PLATEN_PORT: '0',
    });
    expect(status).toBe(1);
    expect(output).toMatch(/extension "(?:x|[^"]*\.mjs)"/);
    expect(output).not.toMatch(/\n\s+at /);
  });
});

function twice(...paths: readonly string[]): string {
  return `export default { name: 'x', routes: () => ${JSON.stringify(paths)}.map((path) => (
    { methods: ['GET'], method: 'GET', path, summary: '', args: {}, permit: () => {}, handle: () => ({ body: 1 }) })) };`;
}
