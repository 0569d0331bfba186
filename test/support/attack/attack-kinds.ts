import { hostileRequests } from '../hostile-bodies.ts';
import { sendRaw } from '../send-raw.ts';
import { askOnce } from './ask-once.ts';

export type Blow = (origin: string, turn: number) => Promise<unknown>;

/** The ways to attack; each connection takes the next one again and again. */
export const blows: Readonly<Record<string, Blow>> = {
  'hostile body': (origin, turn) => {
    const hostile = hostileRequests[turn % hostileRequests.length];
    if (!hostile) return Promise.resolve();
    const [method = '', path = ''] = (hostile.request ?? 'POST /wp/v2/posts').split(' ');
    const { type, pieces, ...framing } = hostile.body;
    const headers = { 'Content-Type': type };
    return sendRaw(origin, { method, path: `/wp-json${path}`, headers, body: pieces(), ...framing });
  },
  'wrong log-in': (origin, turn) =>
    askOnce(origin, '/wp-json/wp/v2/users/me', {
      authorization: `Basic ${Buffer.from(`admin:guess-${turn}`).toString('base64')}`,
    }),
  'slow body': (origin) => {
    const headers = { 'Content-Type': 'application/json' };
    return sendRaw(origin, { method: 'POST', path: '/wp-json/wp/v2/posts', headers, body: trickle(), length: 400 });
  },
  batch: (origin, turn) => {
    const body = [Buffer.from(JSON.stringify({ requests: batches[turn % batches.length] }))];
    const headers = { 'Content-Type': 'application/json' };
    return sendRaw(origin, { method: 'POST', path: '/wp-json/platen/v1/batch', headers, body });
  },
  search: (origin, turn) =>
    askOnce(origin, `/wp-json/wp/v2/posts?search=%25${turn}%20a&per_page=100&_embed&orderby=relevance`),
};

/** As much as a visitor may send, and as much as one batch may read. */
const batches = [
  Array.from({ length: 25 }, () => ({ path: '/wp/v2/posts?per_page=100&_embed' })),
  Array.from({ length: 10 }, (_, n) => ({ path: `/wp/v2/posts?per_page=25&page=${n + 1}&_embed` })),
];

/** A body that comes in pieces, so that its connection stays in use. */
function* trickle(): Generator<Buffer> {
  for (let piece = 0; piece < 40; piece++) yield Buffer.from('{"title":"');
}

/** Their names. */
export const attackKinds = Object.keys(blows);
