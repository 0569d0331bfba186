// What each trick gains: the same requests with it and with the plain code in its place, by the processor's time. Rounds
// alternate between the two, each in a process of its own, so that other work on the machine disturbs both alike.
// `node bench/one-change.ts [ROUNDS]`
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Platen } from '../src/index.ts';
import { postRow } from '../test/support/rows.ts';
import { listRequest } from './lib/list-request.ts';

/** Code that takes the place of a trick. */
interface Change {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly scenario: keyof typeof scenarios;
}

const changes: readonly Change[] = [
  {
    name: 'prepared head',
    file: 'src/http/prepared-response.ts',
    find: 'this.#saysLength ? headFields(message, response) : null',
    replace: 'null as HeadFields | null',
    scenario: 'cached',
  },
  {
    name: 'items as written JSON',
    file: 'src/api/resource/links.ts',
    find: 'if (Array.isArray(body) && body.some(isKept))',
    replace: 'if (Math.random() >= 0) return JSON.stringify(body);\n  if (Array.isArray(body) && body.some(isKept))',
    scenario: 'list',
  },
];

const requests = 1_000;
const root = fileURLToPath(new URL('..', import.meta.url));

/** The processor's time of a request in microseconds. */
const scenarios = {
  /** A list that is rendered for each request, without the network. */
  list: () => measure({ cacheMegabytes: 0 }, async (platen) => async () => void (await platen.answer(listRequest))),
  /** A small response out of the cache, over a connection that stays open. */
  cached: () =>
    measure({ cacheMegabytes: 16 }, async (platen) => {
      const { port } = new URL(await platen.listen());
      const socket = connect(Number(port), '127.0.0.1');
      let received = '';
      let done = (): void => {};
      socket.setEncoding('latin1').on('data', (part) => {
        received += part;
        const head = received.indexOf('\r\n\r\n');
        const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
        if (head < 0 || received.length < head + 4 + length) return;
        received = '';
        done();
      });
      return (isLast) =>
        new Promise((resolve) => {
          done = () => {
            if (isLast) socket.destroy();
            resolve();
          };
          socket.write('GET /wp-json/wp/v2/posts/1?_fields=id,slug HTTP/1.1\r\nHost: bench\r\n\r\n');
        });
    }),
};

type Ask = (isLast: boolean) => Promise<void>;

async function measure(
  options: { readonly cacheMegabytes: number },
  open: (platen: Platen) => Promise<Ask>,
): Promise<number> {
  const { createPlaten } = await import('../src/index.ts');
  const dataDir = mkdtempSync(join(tmpdir(), 'platen-bench-'));
  const platen = await createPlaten({
    ...options,
    dataDir,
    port: 0,
    adminPassword: 'x',
    logLevel: 'silent',
    leads: false,
  });
  try {
    const content = 'Some "words" of a text. '.repeat(40);
    for (let n = 0; n < 20; n += 1)
      await platen.store.posts.insert(postRow({ slug: `p${n}`, status: 'publish', content }));
    const ask = await open(platen);
    // As many again warm up.
    for (let n = 0; n < requests; n += 1) await ask(false);
    const before = process.cpuUsage();
    for (let n = 1; n <= requests; n += 1) await ask(n === requests);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / requests;
  } finally {
    await platen.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Runs a scenario in this process, with the code of a change where one is named. */
async function runHere(scenario: keyof typeof scenarios, change: Change | undefined): Promise<void> {
  if (change) {
    const url = new URL(`../${change.file}`, import.meta.url).href;
    let isChanged = false;
    registerHooks({
      load(loaded, context, next) {
        const result = next(loaded, context);
        if (loaded !== url) return result;
        const source = String(result.source);
        isChanged = source.includes(change.find);
        return { ...result, source: source.replace(change.find, change.replace) };
      },
    });
    await import(url);
    if (!isChanged) throw new Error(`${change.file} has no longer this text: ${change.find}`);
  }
  console.log(await scenarios[scenario]());
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

function compare(change: Change, rounds: number): void {
  const run = (...args: readonly string[]): number =>
    Number(
      execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--run', change.scenario, ...args], {
        cwd: root,
        encoding: 'utf8',
      }),
    );
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const isFirst = round % 2 === 0;
    const first = isFirst ? run() : run(change.name);
    const second = isFirst ? run(change.name) : run();
    const [withTrick, without] = isFirst ? [first, second] : [second, first];
    ratios.push(without / withTrick);
    console.log(`${change.name}: ${withTrick.toFixed(0)} µs with it, ${without.toFixed(0)} µs without`);
  }
  console.log(`${change.name}: ${median(ratios).toFixed(2)} times the processor's time without it`);
}

const [first, scenario, name] = process.argv.slice(2);
if (first === '--run')
  await runHere(
    scenario === 'cached' ? 'cached' : 'list',
    changes.find((one) => one.name === name),
  );
else for (const change of changes) compare(change, Number(first ?? 7));
