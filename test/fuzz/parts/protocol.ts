import { exchange } from '../core/exchange.ts';
import type { Part } from '../core/part.ts';
import type { Random } from '../core/random.ts';
import { answersIn, rawExchange } from './raw-exchange.ts';

/** Bytes on a connection, then a request of which the answer is known. */
export interface ProtocolCase {
  readonly pieces: readonly string[];
  /**
   * Whether the bytes are whole requests: then the request after them must be answered. Otherwise it may be, or the
   * connection ends.
   */
  readonly whole: boolean;
}

/** Stands inside what is no request of its own; an answer to it means that the server took it for one. */
const smuggled = 'zqsmuggled';
/** Stands in the request that follows. */
const following = 'zqfollowing';

const ask = (name: string, close = false) =>
  `GET /wp-json/wp/v2/types/${name} HTTP/1.1\r\nHost: site.test\r\n${close ? 'Connection: close\r\n' : ''}\r\n`;
/** An answer repeats the callback that its own request named. */
const called = (name: string, close = false) =>
  `GET /wp-json/?_fields=name&_jsonp=${name} HTTP/1.1\r\nHost: site.test\r\n${close ? 'Connection: close\r\n' : ''}\r\n`;

/** Requests on raw sockets that two programs might read differently. */
export const protocol: Part<ProtocolCase> = {
  name: 'protocol',
  lanes: 4,
  async open(site) {
    return {
      next: protocolCase,
      async run({ pieces, whole }) {
        const { text, closed } = await rawExchange(site.origin, [...pieces, called(following, true)], {
          until: `${following}(`,
          mustCome: whole,
        });
        site.tally.count('raw connection', 'visitor', /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 'closed');
        const complaints: string[] = [];
        const answers = text.includes(`${following}(`) ? text : answersIn(text);
        if (typeof answers === 'string' && answers !== text) complaints.push(answers);
        if (text.includes(smuggled)) complaints.push('It answered a request that stood inside another.');
        const isAnswered = text.includes(`${following}(`);
        if (whole && !isAnswered)
          complaints.push(`The request that follows has no answer: ${JSON.stringify(text.slice(-300))}`);
        if (!whole && !isAnswered && !closed && text === '')
          complaints.push('It neither answers nor ends the connection.');
        if (/^HTTP\/1\.1 5(?!01|05)/m.test(text)) complaints.push(`It fails: ${JSON.stringify(text.slice(0, 300))}`);
        const alive = await exchange(site.origin, { method: 'GET', target: '/healthz', headers: {} });
        if (typeof alive === 'string' || alive.status !== 200)
          complaints.push('The server does not answer others any more.');
        return complaints;
      },
    };
  },
};

const hiding = called(smuggled);

/** Framing that is wrong or can be read in two ways, around a body that looks like a request. */
const framings: readonly ((body: string) => string)[] = [
  (body) => `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${body}`,
  (body) => `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${body}`,
  (body) => `Content-Length: 0\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  (body) => `Content-Length: ${body.length}\r\nContent-Length: 0\r\n\r\n${body}`,
  (body) => `Content-Length: 0, ${body.length}\r\n\r\n${body}`,
  (body) => `Content-Length: +${body.length}\r\n\r\n${body}`,
  (body) => `Content-Length: -1\r\n\r\n${body}`,
  (body) => `Content-Length: 0x${body.length.toString(16)}\r\n\r\n${body}`,
  (body) => `Content-Length: 99999999999999999999\r\n\r\n${body}`,
  (body) => `Content-Length : ${body.length}\r\n\r\n${body}`,
  (body) => `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${body}`,
  (body) => `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${body}`,
  (body) => `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${body}`,
  (body) => `Transfer-Encoding: identity\r\nContent-Length: 0\r\n\r\n${body}`,
  (body) => `Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n${body}`,
  (body) => `Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n${body}`,
  (body) => `X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  (body) => `X: y\n\n${body}`,
  (body) => `X: y\nContent-Length: ${body.length}\n\n${body}`,
  (body) => `X: y\r\rContent-Length: 0\r\n\r\n${body}`,
  (body) =>
    `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)};${'x'.repeat(20_000)}\r\n${body}\r\n0\r\n\r\n`,
  (body) => `Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n${body}\r\n0\r\n\r\n`,
  (body) => `Transfer-Encoding: chunked\r\n\r\n-1\r\n${body}\r\n0\r\n\r\n`,
  (body) => `Transfer-Encoding: chunked\r\n\r\n0x1\r\n${body}\r\n0\r\n\r\n`,
  (body) => `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\n${body}\n0\n\n`,
  (body) => `Transfer-Encoding: chunked\r\n\r\n2\r\nab${body}`,
];

const oddHeads: readonly string[] = [
  'GET /wp-json/\r\n\r\n',
  'GET /wp-json/ HTTP/0.9\r\n\r\n',
  'GET /wp-json/ HTTP/1.0\r\n\r\n',
  'GET /wp-json/ HTTP/2.0\r\nHost: a\r\n\r\n',
  'GET /wp-json/ HTTP/1.1\r\n\r\n',
  'GET /wp-json/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'GET /wp-json/ HTTP/1.1\r\nHost: a b/c"<x>\r\n\r\n',
  'GET /wp-json/ HTTP/1.1\r\nHost: a\r\nX: a\x00b\r\n\r\n',
  'GET /wp-json/ HTTP/1.1\r\nHost: a\r\nX: a\r b\r\n\r\n',
  'GET /wp-json/ HTTP/1.1\r\nHost: a\r\nX\x01: a\r\n\r\n',
  'GET /wp-json/ HTTP/1.1\r\nHost: a\r\n: empty\r\n\r\n',
  'GET http://evil.example/wp-json/ HTTP/1.1\r\nHost: evil.example\r\n\r\n',
  'GET * HTTP/1.1\r\nHost: a\r\n\r\n',
  'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
  'BREW /wp-json/ HTTP/1.1\r\nHost: a\r\n\r\n',
  `GET /wp-json/${'x'.repeat(70_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /wp-json/ HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(3000)}\r\n`,
  `GET /wp-json/ HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`,
  'GET /wp-json/ HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'POST /wp-json/wp/v2/posts HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}',
  '\r\n\r\n\r\nGET /wp-json/ HTTP/1.1\r\nHost: a\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
];

export function protocolCase(random: Random): ProtocolCase {
  const kind = random.below(100);
  if (kind < 15) {
    // Whole requests one after the other, cut into pieces anywhere.
    const count = 1 + random.below(6);
    const requests = Array.from({ length: count }, () =>
      random.pick([ask('post'), ask('nothing'), called('zqpipelined')]),
    );
    return { pieces: cut(requests.join(''), random), whole: true };
  }
  if (kind < 70) {
    const line = random.pick([
      'POST /wp-json/wp/v2/posts',
      'GET /wp-json/wp/v2/posts',
      'POST /wp-json/nothing',
      'DELETE /x',
    ]);
    return { pieces: cut(`${line} HTTP/1.1\r\nHost: a\r\n${random.pick(framings)(hiding)}`, random), whole: false };
  }
  if (kind < 90) return { pieces: cut(random.pick(oddHeads), random), whole: false };
  return { pieces: cut(mutated(random.pick([ask('post'), ...oddHeads.slice(0, 12)]), random), random), whole: false };
}

function cut(text: string, random: Random): string[] {
  if (random.oneIn(2)) return [text];
  const at = random.below(text.length);
  return [text.slice(0, at), text.slice(at)];
}

function mutated(text: string, random: Random): string {
  let changed = text;
  for (let time = 0; time <= random.below(4); time++) {
    const at = random.below(changed.length);
    const byte = String.fromCharCode(
      random.oneIn(2) ? random.below(256) : random.pick([0, 9, 10, 11, 13, 32, 58, 127]),
    );
    changed = changed.slice(0, at) + byte + changed.slice(at + random.below(2));
  }
  return changed;
}
