import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RenderLocks } from './render-locks.ts';

const server = createServer();
let locks: RenderLocks;
let seen: string[];

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close().closeAllConnections());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  locks = new RenderLocks({ longestMs: 1_000 });
  seen = [];
});
afterEach(() => vi.useRealTimers());

/** A connection on which so many requests were sent at once, and the responses they wait for. */
async function connection(requests = 1) {
  const responses: ServerResponse[] = [];
  const taken = new Promise<void>((resolve) => {
    const take = (_message: unknown, response: ServerResponse): void => {
      if (responses.push(response) < requests) return;
      server.off('request', take);
      resolve();
    };
    server.on('request', take);
  });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(requests));
  await taken;
  return { socket: socket.resume(), responses };
}

/** A visitor whose response stands on an open connection, and what becomes of it. */
async function visitor(name: string, render = () => {}) {
  const { socket, responses } = await connection();
  const response = responses[0] as ServerResponse;
  const request = {
    response,
    render: () => {
      seen.push(`${name} renders`);
      render();
    },
    lookAgain: () => seen.push(`${name} looks again`),
  };
  const closed = once(response, 'close');
  return {
    response,
    enter: (key = '/a') => locks.enter(key, request),
    /** The connection breaks. */
    leave: async () => {
      socket.destroy();
      await closed;
      await settled();
    },
    /** The response has gone out whole. */
    finish: async () => {
      response.end();
      await closed;
      await settled();
    },
  };
}

/** One after the other, so that each knows its response. */
async function visitors(...names: string[]): Promise<Visitors> {
  const come: Visitor[] = [];
  for (const name of names) come.push(await visitor(name));
  return come as Visitors;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const idle = { held: 0, waiting: 0 };

describe('requests that want the same response at once', () => {
  it('are rendered by the first; the others wait until it is stored', async () => {
    const [first, second, other] = await visitors('first', 'second', 'other');
    first.enter();
    second.enter();
    other.enter('/b');
    expect(seen).toEqual(['first renders', 'other renders']);
    const done = locks.storing('/a');
    await first.finish();
    expect(seen).toHaveLength(2);
    done();
    await settled();
    expect(seen.slice(2)).toEqual(['second looks again']);
    expect(locks.count()).toEqual({ held: 1, waiting: 0 });
  });

  it('keep nobody waiting where the response cannot be shared, now or the next time', async () => {
    const [first, second, third, fourth] = await visitors('1', '2', '3', '4');
    first.enter();
    second.enter();
    await first.finish();
    third.enter();
    fourth.enter();
    expect(seen).toEqual(['1 renders', '2 looks again', '3 renders', '4 renders']);
    expect(locks.count()).toEqual(idle);
  });

  it('wait for no stream, which is never stored', async () => {
    const [first, second] = await visitors('first', 'second');
    first.enter();
    second.enter();
    new PassThrough().pipe(first.response);
    await settled();
    expect(seen).toEqual(['first renders', 'second looks again']);
    expect(locks.count()).toEqual(idle);
  });
});

type Visitor = Awaited<ReturnType<typeof visitor>>;
type Visitors = [Visitor, Visitor, Visitor, Visitor];

describe('a render lock', () => {
  it('is not taken by a response that is closed, and nobody renders for it', async () => {
    const [gone, next] = await visitors('gone', 'next');
    await gone.leave();
    gone.enter();
    expect([seen, locks.count()]).toEqual([[], idle]);
    next.enter();
    expect(seen).toEqual(['next renders']);
  });

  it('passes to the next who is still there when its holder leaves', async () => {
    const [first, second, third, fourth] = await visitors('1', '2', '3', '4');
    for (const one of [first, second, third, fourth]) one.enter();
    await second.leave();
    expect(locks.count()).toEqual({ held: 1, waiting: 2 });
    await first.leave();
    expect(seen).toEqual(['1 renders', '3 renders']);
    expect(locks.count()).toEqual({ held: 1, waiting: 1 });
    locks.storing('/a')();
    await settled();
    expect(seen.slice(2)).toEqual(['4 looks again']);
    expect(locks.count()).toEqual(idle);
  });

  it('is shared again after a holder has left: leaving says nothing of the response', async () => {
    const [first, second, third] = await visitors('first', 'second', 'third');
    first.enter();
    await first.leave();
    second.enter();
    third.enter();
    expect(seen).toEqual(['first renders', 'second renders']);
  });

  it('keeps no track of those who left while they waited', async () => {
    (await visitor('holder')).enter();
    const crowd: readonly Visitor[] = await visitors(...Array.from({ length: 100 }, (_, n) => `${n}`));
    for (const one of crowd) one.enter();
    expect(locks.count()).toEqual({ held: 1, waiting: 100 });
    for (const one of crowd) await one.leave();
    expect(locks.count()).toEqual({ held: 1, waiting: 0 });
    locks.storing('/a')();
    await settled();
    expect(seen).toEqual(['holder renders']);
  });

  it('is released by a handler that throws', async () => {
    const next = await visitor('next');
    const failing = await visitor('failing', () => {
      throw new Error('broken');
    });
    expect(() => failing.enter()).toThrow('broken');
    expect(locks.count()).toEqual(idle);
    next.enter();
    expect(seen).toEqual(['failing renders', 'next renders']);
  });

  it('is released after the longest time, whatever its holder does', async () => {
    const [first, second, third] = await visitors('first', 'second', 'third');
    first.enter();
    second.enter();
    vi.advanceTimersByTime(999);
    await settled();
    expect(locks.count()).toEqual({ held: 1, waiting: 1 });
    vi.advanceTimersByTime(1);
    await settled();
    expect(seen).toEqual(['first renders', 'second looks again']);
    third.enter();
    // The late end of the first says nothing of the third's lock.
    await first.finish();
    expect(locks.count()).toEqual({ held: 1, waiting: 0 });
  });

  it('is neither taken nor waited for by a response that queues behind another one of its connection', async () => {
    const { socket, responses } = await connection(2);
    const [first, response] = responses as [ServerResponse, ServerResponse];
    const queued = { response, render: () => seen.push('queued renders'), lookAgain: () => seen.push('never') };
    locks.enter('/a', queued);
    expect([seen, locks.count()]).toEqual([['queued renders'], idle]);
    socket.destroy();
    await once(first, 'close');
    locks.enter('/a', queued);
    expect(seen).toHaveLength(1);
  });
});
