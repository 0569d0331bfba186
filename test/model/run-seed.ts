import { type Random, seededRandom } from '../simulation/random.ts';
import { differenceOf, send } from './ask.ts';
import { type Rows, readRows } from './naive/rows.ts';
import { someQuestions } from './questions/all-questions.ts';
import type { PageAsking } from './questions/page-questions.ts';
import type { Question } from './questions/question.ts';
import { type Caller, type ModelSite, openSite } from './site/open-site.ts';
import { someStep } from './steps.ts';
import { describeVariation, type Variation, variationOf } from './variations.ts';
import { isFault, knownOf, runClient, type Write } from './writes/clients.ts';
import { changeBeside, runOtherProgram } from './writes/other-program.ts';

export interface SeedReport {
  /** How many checks were made of each kind, and with each order, filter and caller. */
  readonly tally: Map<string, number>;
  readonly checks: number;
  readonly differences: readonly string[];
}

const clients = 4;
const writesOfClient = 25;
const writesOfOthers = 14;
const mostDifferences = 10;
/** Answers are waited for together: most of the time of a check is the way there and back. */
const askedAtOnce = 4;

/** How late what another program wrote may be shown in a database that Platen has not made. */
const lateMs = 1_000;
/** The same for a busy machine, and for searches: the index is compared in the background. */
const mostLateMs = 60_000;

/** How long one seed goes on. */
export interface SeedLength {
  readonly rounds: number;
  readonly steps: number;
}

/** Everything about one seed: a site, rounds of many writes at once, then single ones; after each of them the comparison. */
export async function runSeed(seed: number, { rounds, steps }: SeedLength, signal: AbortSignal): Promise<SeedReport> {
  const site = await openSite(seed, variationOf(seed));
  // A seed that takes too long must not leave its servers to slow down the others.
  signal.addEventListener('abort', () => void site.close());
  try {
    signal.throwIfAborted();
    const run = new SeedRun(seed, site);
    await run.begin();
    for (let round = 1; round <= rounds && run.differences.length === 0; round += 1) await run.storm(round);
    for (let step = 1; step <= steps && run.differences.length === 0; step += 1) await run.step(rounds + step);
    return run;
  } finally {
    await site.close();
  }
}

/** A site of a seed, and what was found of it. */
class SeedRun implements SeedReport {
  readonly tally = new Map<string, number>();
  readonly differences: string[] = [];
  readonly #seed: number;
  readonly #site: ModelSite;
  readonly #variation: Variation;
  readonly #random: Random;
  #rows: Rows = noRows;
  /** Asked again in every round, so that what servers remember of an earlier one is judged. */
  #again: readonly Question[] = [];

  constructor(seed: number, site: ModelSite) {
    this.#seed = seed;
    this.#site = site;
    this.#variation = variationOf(seed);
    this.#random = seededRandom(seed);
  }

  get checks(): number {
    return this.tally.get('all') ?? 0;
  }

  get #asking(): PageAsking {
    const { callers, url, hasPrettyLinks: isPretty } = this.#site;
    return { random: this.#random, rows: this.#rows, callers, style: { url, isPretty } };
  }

  async begin(): Promise<void> {
    this.#rows = await readRows(this.#site.tables);
    this.#again = someQuestions(this.#asking);
    await this.#compare(this.#again, 0);
  }

  /** Clients, another program and readers at once; in some rounds a server is killed among them. */
  async storm(round: number): Promise<void> {
    const { faults, othersWrote } = await storm(this.#site, this.#seed * 100 + round, this.#rows, this.#again);
    this.differences.push(...faults.map((fault) => this.#told(round, fault)));
    const isLate = othersWrote && this.#variation.isAdopted;
    if (isLate) await pause(lateMs);
    this.#rows = await readRows(this.#site.tables);
    const questions = [...this.#again, ...someQuestions(this.#asking)];
    await this.#compare(questions, round, '', isLate);
    if (!isLate) return;
    // By now the tables that were not used while others wrote are used again.
    await pause(3_000);
    await this.#compare(questions, round, '', isLate);
  }

  /** One write, by a client or by another program, between two comparisons: nothing else makes servers forget. */
  async step(round: number): Promise<void> {
    const known = knownOf(this.#rows, this.#site.callers);
    const { write, questions, postId } = someStep(this.#asking, known);
    const asked = [...questions, ...this.#again.filter(() => this.#random.chance(0.25))];
    await this.#compare(asked, round);
    if (this.differences.length > 0) return;
    const isBeside = this.#random.chance(0.35);
    const wrote = isBeside ? await this.#writeBeside(postId) : await this.#writeAs(write);
    this.#rows = await readRows(this.#site.tables);
    await this.#compare(asked, round, wrote, isBeside && this.#variation.isAdopted);
  }

  async #writeBeside(postId: number | null): Promise<string> {
    const { tables } = this.#site;
    const isAny = postId === null;
    const { names, faults } = await (isAny
      ? runOtherProgram(tables, this.#random, 1)
      : changeBeside(tables, this.#random, postId));
    this.differences.push(...faults);
    if (this.#variation.isAdopted) await pause(lateMs);
    return `another program ${names}`;
  }

  async #writeAs({ method, path, body }: Write): Promise<string> {
    const { callers, servers } = this.#site;
    const admin = callers.find(({ name }) => name === 'admin') as Caller;
    const { status } = await send(this.#random.pick(servers).origin, method, `/wp-json${path}`, admin, body);
    const told = `${method} ${path} ${JSON.stringify(body) ?? ''}: ${status}`;
    if (isFault({ status })) this.differences.push(told);
    return told;
  }

  #told(round: number, what: string): string {
    const variation = describeVariation(this.#variation);
    return `seed ${this.#seed} (${variation}), round ${round}: ${what}\n  again: PLATEN_MODEL_SEED=${this.#seed} npm run test:model`;
  }

  /** Asks every server every question, some at a time, and notes where it answers otherwise than the tables say. */
  async #compare(questions: readonly Question[], round: number, after = '', isLate = false): Promise<void> {
    const left = questions.entries();
    const found = new Map<number, string[]>();
    const askOn = async (): Promise<void> => {
      for (const [at, question] of left) {
        if (this.differences.length + found.size >= mostDifferences) return;
        const differences = await this.#differencesOf(question, after, isLate);
        if (differences.length > 0) found.set(at, differences);
      }
    };
    await Promise.all(Array.from({ length: askedAtOnce }, askOn));
    for (const [, differences] of [...found].toSorted(([one], [other]) => one - other))
      this.differences.push(...differences.map((difference) => this.#told(round, difference)));
  }

  async #differencesOf(question: Question, after: string, isLate: boolean): Promise<string[]> {
    const { servers, url } = this.#site;
    const { path, caller, labels } = question;
    const expected = question.expected(this.#rows);
    for (const label of ['all', ...labels]) this.tally.set(label, (this.tally.get(label) ?? 0) + servers.length);
    const asked = servers.map(async ({ origin, log }, n) => {
      const isSearch = /[?&](?:search|s)=/.test(path);
      const mayBeLate = isLate || (isSearch && this.#variation.isAdopted);
      const difference = await settled(origin, question, expected, url, mayBeLate ? mostLateMs : 0);
      if (difference === null) return null;
      const isFailure = /\bgot +5\d\d\b/.test(difference);
      // Log lines are written some at a time.
      if (isFailure) await pause(2_000);
      const logged = isFailure ? `\n  log: ${log().slice(-3_000)}` : '';
      return `${caller.name} at server ${n}: GET ${path}\n  ${after && `after ${after}\n  `}${difference}${logged}`;
    });
    return (await Promise.all(asked)).filter((difference) => difference !== null);
  }
}

const noRows: Rows = { posts: [], postsById: new Map(), terms: [], comments: [], users: [], sticky: [] };

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

interface Storm {
  readonly faults: readonly string[];
  readonly othersWrote: boolean;
}

async function storm(site: ModelSite, seed: number, rows: Rows, asked: readonly Question[]): Promise<Storm> {
  const random = seededRandom(seed);
  const known = knownOf(rows, site.callers);
  const origins = site.servers.map(({ origin }) => origin);
  const kills = random.chance(0.4);
  const othersWrote = random.chance(0.75);
  let isOver = false;
  const reading = site.servers.map(async ({ origin }, n) => {
    const own = seededRandom(seed * 10 + n);
    while (!isOver) {
      const { path, caller } = own.pick(asked);
      await send(origin, 'GET', path, caller).catch(() => pause(100));
      await pause(20);
    }
  });
  const writing: Promise<readonly string[]>[] = Array.from({ length: clients }, (_, n) =>
    runClient({ random: seededRandom(seed * 20 + n), known, callers: site.callers, origins, writes: writesOfClient }),
  );
  if (othersWrote) {
    const others = runOtherProgram(site.tables, seededRandom(seed * 30), writesOfOthers);
    writing.push(others.then(({ faults }) => faults));
  }
  if (kills) {
    await pause(300 + random.below(700));
    const server = random.pick(site.servers);
    await server.kill();
    await server.start();
  }
  const faults = (await Promise.all(writing)).flat();
  isOver = true;
  await Promise.all(reading);
  return { faults, othersWrote };
}

/** The difference that stays; only what others wrote into a database that is not Platen's may be shown later. */
async function settled(
  origin: string,
  question: Question,
  expected: ReturnType<Question['expected']>,
  siteUrl: string,
  patienceMs: number,
): Promise<string | null> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const difference = await differenceOf(origin, question, expected, siteUrl);
    if (!difference || Date.now() >= until) return difference;
    await pause(500);
  }
}
