import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApplicationPassword } from '../../../src/auth/passwords/application-passwords.ts';
import { processorMs } from '../../support/hostile-files.ts';
import { requestFor, type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let now = Date.now();
beforeAll(async () => {
  site = await testPlaten({ throttle: true, clock: () => now });
});
afterAll(() => site.close());

async function ask(credentials: string, remoteAddress: string) {
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  const answer = await site.platen.answer({
    ...requestFor('GET', '/wp/v2/users/me', undefined, { authorization }),
    remoteAddress,
  });
  return { status: answer.status, retryAfter: answer.headers['Retry-After'] };
}

async function guess(login: string, address: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) statuses.push((await ask(`${login}:guess-${i}`, address)).status);
  return statuses;
}

describe('guessing passwords', () => {
  it('is slowed down, for names that exist and names that do not in the same way', async () => {
    const known = await guess('the-author', '192.0.2.10', 8);
    const unknown = await guess('nobody-at-all', '192.0.2.11', 8);
    expect(known).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect(unknown).toEqual(known);
  });

  it('counts one account however it is spelt', async () => {
    const spellings = ['the-author', 'author@example.org', ' THE-Author ', 'Author@Example.ORG', '\tthe-author\n'];
    const statuses: number[] = [];
    for (const name of spellings) statuses.push(...(await guess(name, '192.0.2.60', 1)));
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    for (const name of spellings) expect(await guess(name, '192.0.2.60', 1)).toEqual([429]);
    const unknown = ['no body', 'NO  BODY', ' no body ', 'No Body', 'no\tbody'];
    for (const name of unknown) expect(await guess(name, '192.0.2.61', 1)).toEqual([401]);
    for (const name of unknown) expect(await guess(name, '192.0.2.61', 1)).toEqual([429]);
  });

  it('says how long to wait, keeps its word and does not confirm a right guess meanwhile', async () => {
    await guess('the-contributor', '192.0.2.20', 6);
    const held = await ask('the-contributor:pw-contributor', '192.0.2.20');
    expect([held.status, held.retryAfter]).toEqual([429, '1']);
    now += 1000;
    expect((await ask('the-contributor:pw-contributor', '192.0.2.20')).status).toBe(200);
  });

  it('does not stop the owner elsewhere', async () => {
    expect((await ask('the-editor:pw-editor', '198.51.100.1')).status).toBe(200);
    await guess('the-editor', '192.0.2.30', 10);
    expect((await ask('the-editor:pw-editor', '198.51.100.1')).status).toBe(200);
  });

  it('does not stop a program with a password of its own', async () => {
    const { password } = await createApplicationPassword(site.platen.store, site.users.subscriber, 'program', now);
    await guess('the-subscriber', '192.0.2.40', 8);
    expect((await ask('the-subscriber:pw-subscriber', '192.0.2.40')).status).toBe(429);
    expect((await ask(`the-subscriber:${password}`, '192.0.2.40')).status).toBe(200);
  });

  it('costs an honest client nothing that sends many requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask('admin:pw-administrator', '203.0.113.9')));
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
  });

  it('gains nothing from trying many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => ask(`admin:parallel-${i}`, '192.0.2.50')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
  });
});

describe('many guesses at once, with the throttle off', () => {
  it('are refused past a bound, and hold up neither who was right before nor a program nor others', async () => {
    let nowMs = Date.now();
    const calm = await testPlaten({ clock: () => nowMs });
    const order: string[] = [];
    const ask = async (name: string, credentials: `${string}:${string}`) => {
      const { status, headers } = await calm.as(credentials).get('/wp/v2/users/me');
      if (status === 503) expect(headers['retry-after']).toBe('1');
      else order.push(name);
      return status;
    };
    try {
      // The accounts of tests have cheap hashes: those of this one keep the guesses waiting.
      const account = { username: 'ann', email: 'ann@example.org', password: 'right' };
      const { body: ann } = await calm.as('administrator').post('/wp/v2/users', account);
      const { password } = await createApplicationPassword(calm.platen.store, ann.id, 'program', nowMs);
      expect(await ask('before', 'ann:right')).toBe(200);
      // Long enough that the password has to be verified again.
      nowMs += 3_600_000;
      const guesses = Array.from({ length: 300 }, (_, n) => ask('guess', `ann:wrong-${n}`));
      // Some go on until the others have their answers, so that guesses wait for as long as that takes.
      let isOver = false;
      const flood = Array.from({ length: 12 }, async (_, lane) => {
        // A refusal may take no turn of the event loop, which the others wait for.
        for (let n = 0; !isOver; n++, await nextTurn()) await ask('guess', `ann:wrong-${lane}-${n}`);
      });
      const right = [
        ask('known', 'ann:right'),
        ask('program', `ann:${password}`),
        ask('other account', 'the-author:pw-author'),
      ];
      const answers = await Promise.all(right).finally(() => {
        isOver = true;
      });
      await Promise.all(flood);
      expect(answers).toEqual([200, 200, 200]);
      const statuses = await Promise.all(guesses);
      expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(200);
      expect(order.length).toBeGreaterThan(10);
      const guessesAfter = (name: string) => order.slice(order.indexOf(name)).filter((one) => one === 'guess').length;
      for (const name of ['known', 'program', 'other account']) expect(guessesAfter(name)).toBeGreaterThan(4);
    } finally {
      await calm.close();
    }
  });
});

it('a wrong password takes as much work for a name that exists as for one that does not', async () => {
  const calm = await testPlaten();
  try {
    // The accounts of tests have cheap hashes.
    const account = { username: 'ann', email: 'ann@example.org', password: 'right' };
    expect((await calm.as('administrator').post('/wp/v2/users', account)).status).toBe(201);
    const timed = async (credentials: `${string}:${string}`) => {
      const times: number[] = [];
      for (let i = 0; i < 5; i++) {
        // Time of the processor: that of a clock depends on what else the machine does.
        const start = process.cpuUsage();
        await calm.as(`${credentials}${i}`).get('/wp/v2/users/me');
        times.push(processorMs(start));
      }
      return times.sort((a, b) => a - b)[2]!;
    };
    const [known, unknown] = [await timed('ann:wrong'), await timed('nobody:wrong')];
    expect(unknown).toBeGreaterThan(known / 4);
    expect(unknown).toBeLessThan(known * 4);
  } finally {
    await calm.close();
  }
});
