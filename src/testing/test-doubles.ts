import { setTimeout as sleep } from 'node:timers/promises';
import type { MailMessage } from '../background/mail/mail-message.ts';
import type { MailTransport } from '../background/mail/mail-transport.ts';
import type { Fetcher, FetchOptions } from '../lib/fetcher.ts';
import { FetchRefused } from '../lib/outbound-url.ts';

/** The clock of a test site. It stands still until it is set. */
export interface TestClock {
  now(): Date;
  /** Sets the time, then runs what is due by then, such as the publication of scheduled posts. */
  set(time: Date | string | number): Promise<void>;
  /** Moves the time forward by milliseconds, then runs what is due. */
  advance(milliseconds: number): Promise<void>;
}

export function createTestClock(
  startMs: number,
  runDue: () => Promise<void>,
): TestClock & { readonly read: () => number; readonly rewind: () => void } {
  let nowMs = startMs;
  const moveTo = async (timeMs: number): Promise<void> => {
    if (Number.isNaN(timeMs)) throw new TypeError('The clock was set to something that is not a time.');
    nowMs = timeMs;
    await runDue();
  };
  return {
    read: () => nowMs,
    rewind: () => {
      nowMs = startMs;
    },
    now: () => new Date(nowMs),
    set: (time) => moveTo(new Date(time).getTime()),
    advance: (milliseconds) => moveTo(nowMs + milliseconds),
  };
}

/** The mail that the site has sent; nothing leaves the process. */
export interface TestMail {
  /** Every message so far, the oldest first. */
  readonly sent: readonly MailMessage[];
  /** The first message that is, or will be, sent and matches; rejects when none is within the time. */
  find(matches: (message: MailMessage) => boolean, timeoutMs?: number): Promise<MailMessage>;
  clear(): void;
}

export function createTestMail(): TestMail & { readonly transport: MailTransport } {
  const sent: MailMessage[] = [];
  return {
    sent,
    async find(matches, timeoutMs = 10_000) {
      for (const until = performance.now() + timeoutMs; ; await sleep(5)) {
        const found = sent.find(matches);
        if (found) return found;
        if (performance.now() > until) throw new Error(`None of the ${sent.length} messages sent so far matches.`);
      }
    },
    clear: () => void sent.splice(0),
    transport: {
      send: async (message) => {
        sent.push(message);
        return { kind: 'sent', note: '250 Kept by the test' };
      },
      close: () => {},
    },
  };
}

/** A request that the site wanted to make to another host. */
export interface OutboundCall {
  readonly url: string;
  readonly options: FetchOptions;
}

/** What another host is to answer. */
export interface OutboundAnswer {
  readonly status?: number;
  readonly contentType?: string;
  readonly body?: string | Uint8Array;
}

/** The outside world of a test site. No request leaves the process; one without an answer fails. */
export interface TestNetwork {
  /** Every call so far, answered or not, the oldest first. */
  readonly calls: readonly OutboundCall[];
  /** Answers calls to a URL, or to all that begin with it; a later answer wins. */
  answer(
    url: string,
    answer: OutboundAnswer | ((call: OutboundCall) => OutboundAnswer | Promise<OutboundAnswer>),
  ): void;
  /** Forgets calls and answers. */
  clear(): void;
}

type Answerer = (call: OutboundCall) => OutboundAnswer | Promise<OutboundAnswer>;

export function createTestNetwork(): TestNetwork & { readonly fetch: Fetcher } {
  const calls: OutboundCall[] = [];
  const answers: (readonly [prefix: string, answerer: Answerer])[] = [];
  return {
    calls,
    answer: (url, answer) => void answers.unshift([url, typeof answer === 'function' ? answer : () => answer]),
    clear() {
      calls.splice(0);
      answers.splice(0);
    },
    async fetch(url, options = {}) {
      const call = { url, options };
      calls.push(call);
      const answerer = answers.find(([prefix]) => url.startsWith(prefix))?.[1];
      if (!answerer) throw new FetchRefused('connection', `The test gave no answer for ${url}.`);
      const { status = 200, contentType = 'application/json', body = '' } = await answerer(call);
      const bytes = Buffer.from(body);
      if (!options.receive || status !== 200) return { status, url, contentType, body: bytes };
      await options.receive(inOnePiece(bytes));
      return { status, url, contentType, body: Buffer.alloc(0) };
    },
  };
}

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
