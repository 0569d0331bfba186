import type { IncomingMessage, ServerResponse } from 'node:http';
import { keepAliveMs } from './http-server.ts';

export type HeaderPairs = readonly (readonly [name: string, value: string])[];

const statusLines = { 200: 'HTTP/1.1 200 OK\r\n', 304: 'HTTP/1.1 304 Not Modified\r\n' } as const;
/** As the runtime writes them to a connection that stays open. */
const connectionLines = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveMs / 1000}\r\n\r\n`;
/** Longer bodies are sent beside their head, not copied behind it. */
const mostCopied = 65_536;
/** The length of what follows our own headers, at most. */
const endBytes = 128;

/**
 * A response that is sent many times. Building the head is a large part of the cost of a short response, so the head is
 * kept while its date and age are right; if it is sent again meanwhile, its bytes are kept together with the body.
 * Without it a short response takes about 1.2 times the processor's time (`bench/one-change.ts`).
 */
export class PreparedResponse {
  readonly #status: 200 | 304;
  /** The head up to the value of `Age`. */
  readonly #lines: string;
  readonly #saysLength: boolean;
  #payload: Uint8Array;
  #second = -1;
  #age = -1;
  #head = '';
  #whole: Uint8Array | null = null;

  /** The headers are those that do not depend on the moment. */
  constructor(status: 200 | 304, headers: HeaderPairs, payload: Uint8Array) {
    this.#status = status;
    this.#lines = `${statusLines[status]}${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}Age: `;
    this.#saysLength = status === 304 || headers.some(([name]) => name === 'Content-Length');
    this.#payload = payload;
  }

  /** The memory it takes. */
  get bytes(): number {
    return 3 * (this.#lines.length + endBytes) + this.#payload.byteLength;
  }

  get payload(): Uint8Array {
    return this.#payload;
  }

  /** Our own headers, without the age. */
  headers(): HeaderPairs {
    const lines = this.#lines.split('\r\n').slice(1, -1);
    return lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
  }

  /** Sends the response; returns its status. */
  send(message: IncomingMessage, response: ServerResponse, age: number): number {
    const status = this.#status;
    const fields = this.#saysLength ? headFields(message, response) : null;
    if (fields === null) {
      response.writeHead(status, [...this.headers().flat(), 'Age', String(age)]).end(this.#payload);
      return status;
    }
    response.statusCode = status;
    const isRepeated = this.#isAt(age);
    fields._header = this.#head;
    if (isRepeated && this.#payload.byteLength <= mostCopied) {
      fields._headerSent = true;
      response.end(this.#joined());
    } else response.end(this.#payload);
    return status;
  }

  /** Whether the head is that of this moment; if not, makes it so. */
  #isAt(age: number): boolean {
    const second = Math.trunc(Date.now() / 1000);
    if (second === this.#second && age === this.#age) return true;
    this.#second = second;
    this.#age = age;
    this.#head = `${this.#lines}${age}\r\nDate: ${dateAt(second)}\r\n${connectionLines}`;
    this.#whole = null;
    return false;
  }

  /** Head and body; the body in it takes the place of the one before, so that it is in memory once. */
  #joined(): Uint8Array {
    if (this.#whole) return this.#whole;
    const whole = Buffer.allocUnsafeSlow(this.#head.length + this.#payload.byteLength);
    whole.write(this.#head, 'latin1');
    whole.set(this.#payload, this.#head.length);
    this.#payload = whole.subarray(this.#head.length);
    this.#whole = whole;
    return whole;
  }
}

/** The fields in which `ServerResponse` keeps its head. */
interface HeadFields {
  _header: string | null;
  _headerSent: boolean;
}

/**
 * The fields to put a ready head into; null where the runtime has to write it: for HEAD, for an old client, on a
 * connection that is to be closed, and if the fields are not what they were in the runtimes that are known.
 */
function headFields(message: IncomingMessage, response: ServerResponse): HeadFields | null {
  if (message.method !== 'GET' || !response.shouldKeepAlive || message.httpVersionMinor !== 1) return null;
  return hasHeadFields(response) ? response : null;
}

/** The types leave these fields out, which every runtime so far has. */
function hasHeadFields(response: object): response is HeadFields {
  return (
    '_header' in response && response._header === null && '_headerSent' in response && response._headerSent === false
  );
}

let shownSecond = -1;
let shownDate = '';

/** The value of `Date`. */
function dateAt(second: number): string {
  if (second !== shownSecond) {
    shownSecond = second;
    shownDate = new Date(second * 1000).toUTCString();
  }
  return shownDate;
}
