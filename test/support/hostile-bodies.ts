const megabyte = 1024 * 1024;

/** A body: what it says it is, and its bytes as they are sent. */
export interface HostileBody {
  readonly type: string;
  readonly pieces: () => Iterable<Buffer>;
  /** Announced; left out, the body comes in chunks without a length. */
  readonly length?: number;
  readonly chunkBytes?: number;
}

/** Text in one piece of memory at most, however long it is. */
function repeated(type: string, before: string, unit: string, bytes: number, after = ''): HostileBody {
  const block = Buffer.from(unit.repeat(Math.ceil(65_536 / unit.length)));
  const count = Math.floor(bytes / block.length);
  const rest = Buffer.from(unit.repeat(Math.floor((bytes - count * block.length) / Buffer.byteLength(unit))));
  const length = Buffer.byteLength(before) + count * block.length + rest.length + Buffer.byteLength(after);
  return {
    type,
    length,
    *pieces() {
      yield Buffer.from(before);
      for (let n = 0; n < count; n++) yield block;
      yield rest;
      yield Buffer.from(after);
    },
  };
}

const json = (before: string, unit: string, bytes: number, after: string) =>
  repeated('application/json', before, unit, bytes, after);
const form = (before: string, unit: string, bytes: number) =>
  repeated('application/x-www-form-urlencoded', before, unit, bytes);
const multipart = (before: string, unit: string, bytes: number) =>
  repeated('multipart/form-data; boundary=x', before, unit, bytes, '\r\n--x--\r\n');

const field = (name: string) => `\r\n--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;
const manyFields = (value: string) => `${field('a')}${value}`;

/** The same body without its length told. */
const unannounced = ({ type, pieces }: HostileBody): HostileBody => ({ type, pieces });
/** The same body in tiny chunks, of a byte unless told. */
const crumbled = ({ type, pieces }: HostileBody, chunkBytes = 1): HostileBody => ({ type, pieces, chunkBytes });

const emptyLists = (bytes: number) => json('[', '[],', bytes, '"A"]');
const keys = (count: number): HostileBody => {
  const bytes = Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1]))));
  return { type: 'application/json', length: bytes.length, pieces: () => [bytes] };
};

export type HostileCaller = 'anonymous' | 'subscriber' | 'author';
/** A request with a body that is meant to be expensive. */
export interface HostileRequest {
  readonly name: string;
  readonly as: HostileCaller;
  /** Method and path; a new post, unless it says otherwise. */
  readonly request?: string;
  readonly body: HostileBody;
  readonly status: number;
  /** So long, or in so many chunks, that the server does not read it to the end: the reset may overtake the answer. */
  readonly endless?: true;
}

/** Every body somebody thought of; a new one is a row. */
export const hostileRequests: readonly HostileRequest[] = [
  // JSON
  { name: '30 MB of empty lists', as: 'anonymous', body: emptyLists(30 * megabyte), status: 413 },
  { name: '30 MB of empty lists', as: 'subscriber', body: emptyLists(30 * megabyte), status: 413 },
  { name: '30 MB of empty lists', as: 'author', body: emptyLists(30 * megabyte), status: 413 },
  {
    name: '9 MB of empty lists on a read',
    as: 'anonymous',
    request: 'GET /wp/v2/posts',
    body: emptyLists(9 * megabyte),
    status: 413,
  },
  {
    name: '9 MB of empty lists on a read',
    as: 'author',
    request: 'GET /wp/v2/posts',
    body: emptyLists(9 * megabyte),
    status: 413,
  },
  { name: '250 KB of empty lists', as: 'anonymous', body: emptyLists(250_000), status: 413 },
  {
    name: '30 MB of empty lists, no length told',
    as: 'anonymous',
    body: unannounced(emptyLists(30 * megabyte)),
    status: 413,
  },
  { name: '400,000 keys', as: 'anonymous', body: keys(400_000), status: 413 },
  { name: '400,000 keys', as: 'author', body: keys(400_000), status: 413 },
  { name: '19,000 keys', as: 'author', body: keys(19_000), status: 400 },
  { name: '30 MB of numbers', as: 'author', body: json('{"tags":[1', ',1', 30 * megabyte, ']}'), status: 413 },
  { name: '100,000 numbers', as: 'author', body: json('{"tags":[1', ',1', 200_000, '],"status":"x"}'), status: 400 },
  {
    name: '250 KB of a list as text',
    as: 'anonymous',
    body: json('{"tags":"1', ',1', 250_000, '"}'),
    status: 400,
  },
  {
    name: '250 KB of a list as text, on a read',
    as: 'anonymous',
    request: 'GET /wp/v2/posts',
    body: json('{"include":"1', ',1', 250_000, '"}'),
    status: 400,
  },
  {
    name: '250 KB of slugs in one text, on a read',
    as: 'anonymous',
    request: 'GET /wp/v2/posts',
    body: json('{"slug":"a', ',a', 250_000, '"}'),
    status: 400,
  },
  {
    name: '30 MB of a list as text',
    as: 'author',
    body: json('{"tags":"1', ',1', 30 * megabyte, '"}'),
    status: 400,
  },
  {
    name: '30 MB of a list as text in a form',
    as: 'author',
    body: form('tags=1', ',1', 30 * megabyte),
    status: 400,
  },
  { name: '30 MB of opening brackets', as: 'anonymous', body: json('', '[', 30 * megabyte, ''), status: 413 },
  { name: '30 MB of opening brackets', as: 'author', body: json('', '[', 30 * megabyte, ''), status: 400 },
  { name: '30 MB of escapes in one text', as: 'author', body: json('{"x":"', '\\n', 30 * megabyte, '"}'), status: 400 },
  { name: '30 MB of letters in one text', as: 'author', body: json('{"x":"', 'ü', 30 * megabyte, '"}'), status: 400 },
  {
    name: '30 MB of halved surrogates',
    as: 'author',
    body: json('{"x":"', '\\ud800', 30 * megabyte, '"}'),
    status: 400,
  },
  { name: '30 MB of digits', as: 'author', body: json('{"x":1', '1', 30 * megabyte, '}'), status: 400 },
  { name: '30 MB of blanks', as: 'author', body: json('{"x":1', ' ', 30 * megabyte, '}'), status: 400 },
  { name: '30 MB of an unended text', as: 'author', body: json('{"x":"', '\\"', 30 * megabyte, ''), status: 400 },
  {
    name: '250 KB, a byte at a time',
    as: 'anonymous',
    body: crumbled(json('{"x":"', 'x', 250_000, '"}')),
    status: 413,
    endless: true,
  },
  {
    name: '600 KB, a byte at a time',
    as: 'author',
    body: crumbled(json('{"x":"', 'x', 600_000, '"}')),
    status: 413,
    endless: true,
  },
  {
    name: '60 KB, 16 bytes at a time',
    as: 'anonymous',
    body: crumbled(json('{"x":"', 'x', 60_000, '"}'), 16),
    status: 401,
  },
  // Forms
  { name: '31 MB of ampersands', as: 'anonymous', body: form('', '&', 31 * megabyte), status: 413 },
  { name: '31 MB of ampersands', as: 'author', body: form('', '&', 31 * megabyte), status: 400 },
  { name: '250 KB of ampersands', as: 'anonymous', body: form('', '&', 250_000), status: 401 },
  { name: '31 MB of list items', as: 'author', body: form('', 'a[]=1&', 31 * megabyte), status: 413 },
  { name: '31 MB of encoded letters', as: 'author', body: form('x=', '%C3%BC', 31 * megabyte), status: 400 },
  { name: '31 MB of wrong encoding', as: 'author', body: form('x=', '%C3%', 31 * megabyte), status: 400 },
  { name: '250 KB of wrong encoding', as: 'anonymous', body: form('x=', '%C3%', 250_000), status: 401 },
  { name: '250 KB of brackets in a name', as: 'anonymous', body: form('a', '[b]', 250_000), status: 401 },
  {
    name: '9 MB of ampersands on a read',
    as: 'anonymous',
    request: 'GET /wp/v2/posts',
    body: form('', '&', 9 * megabyte),
    status: 413,
  },
  { name: '31 MB of plus signs', as: 'author', body: form('x=', '+', 31 * megabyte), status: 400 },
  { name: '250 KB of plus signs', as: 'anonymous', body: form('x=', '+', 250_000), status: 401 },
  // Multipart
  {
    name: '30 MB in fields of 1 MB',
    as: 'anonymous',
    body: multipart('', manyFields('x'.repeat(megabyte)), 30 * megabyte),
    status: 413,
  },
  {
    name: '200 MB in fields of 1 MB',
    as: 'anonymous',
    body: unannounced(multipart('', manyFields('x'.repeat(megabyte)), 200 * megabyte)),
    status: 413,
    endless: true,
  },
  {
    name: '200 MB in fields of 1 MB',
    as: 'author',
    body: unannounced(multipart('', manyFields('x'.repeat(megabyte)), 200 * megabyte)),
    status: 413,
    endless: true,
  },
  { name: '250 KB of empty fields', as: 'anonymous', body: multipart('', manyFields(''), 250_000), status: 413 },
  { name: '30 MB of empty fields', as: 'author', body: multipart('', manyFields(''), 30 * megabyte), status: 413 },
  {
    name: '30 MB of parts with nothing',
    as: 'author',
    body: multipart('', '\r\n--x\r\n\r\n', 30 * megabyte),
    status: 413,
  },
  { name: '30 MB in one field', as: 'author', body: multipart(field('x'), 'ü', 30 * megabyte), status: 400 },
  {
    name: '30 MB in the head of a part',
    as: 'author',
    body: multipart('--x\r\nContent-Disposition: form-data; name="', 'x', 30 * megabyte),
    status: 400,
  },
  {
    name: '600 KB in one field, a byte at a time',
    as: 'author',
    body: crumbled(multipart(field('x'), 'x', 600_000)),
    status: 413,
    endless: true,
  },
  {
    name: '30 MB to the media library',
    as: 'anonymous',
    request: 'POST /wp/v2/media',
    body: multipart(field('x'), 'x', 30 * megabyte),
    status: 401,
  },
  {
    name: '30 MB in fields beside a file',
    as: 'author',
    request: 'POST /wp/v2/media',
    body: multipart('', manyFields('x'.repeat(megabyte)), 30 * megabyte),
    status: 413,
  },
  // Addresses
  {
    name: '15 KB of list items in the address',
    as: 'anonymous',
    request: `GET /wp/v2/posts?${'a[]=1&'.repeat(2500)}`,
    body: form('', '&', 10),
    status: 400,
  },
];
