import type { Random } from '../core/random.ts';
import { type FuzzRole, fuzzRoles } from '../world/secrets.ts';
import { type Described, type JsonText, valueFor } from './values.ts';

/** A request whose rows are named and not numbered, so that it means the same on another site. */
export interface RequestCase {
  readonly as: FuzzRole;
  readonly method: string;
  /** Path inside the interface with words such as `{posts}` for numbers. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly body?: { readonly type: string; readonly text: string };
  readonly headers?: Readonly<Record<string, string>>;
}

/** One operation of the interface, from its discovery document. */
export interface Operation {
  readonly path: string;
  readonly methods: readonly string[];
  readonly args: Readonly<Record<string, Described>>;
}

/** The operations that a discovery document lists; `args` is a list where there are none. */
export function operationsOf(discovery: unknown): Operation[] {
  const { routes } = discovery as {
    routes: Record<string, { endpoints: { methods: string[]; args: Operation['args'] }[] }>;
  };
  return Object.entries(routes).flatMap(([path, { endpoints }]) =>
    endpoints.map(({ methods, args }) => ({ path, methods, args: Array.isArray(args) ? {} : args })),
  );
}

const strayMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];

export function requestCase(operations: readonly Operation[], random: Random): RequestCase {
  const operation = random.pick(operations);
  const as = random.pick(fuzzRoles);
  const method = random.oneIn(12) ? random.pick(strayMethods) : random.pick(operation.methods);
  const path = pathFor(operation.path, random);
  const chosen = Object.entries(operation.args).filter(([, described]) =>
    described.required ? !random.oneIn(8) : random.oneIn(4),
  );
  const args = chosen.map(([name, described]) => {
    const isBatch = name === 'requests' && !random.oneIn(4);
    return [name, isBatch ? innerRequests(operations, random) : valueFor(name, described, random)] as const;
  });
  const strays = strayArguments(operations, random);
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const headers = random.oneIn(15) ? { headers: strayHeaders(random) } : {};
  if (isRead || random.oneIn(6)) {
    return { as, method, path, query: [...args, ...strays].flatMap(([name, json]) => encode(name, json)), ...headers };
  }
  const query = strays.flatMap(([name, json]) => encode(name, json));
  return { as, method, path, query, body: bodyFor(args, random), ...headers };
}

/** A named group of a path; its pattern may have groups of its own. */
const group = /\(\?P<(\w+)>(?:\(\?:[^)]*\)|[^()])*\)/g;

/** The numbers in a path by what its collection holds; sometimes of something else. */
function pathFor(pattern: string, random: Random): string {
  const isOwn = pattern.startsWith('/platen/v1/');
  let base = /\/(posts|pages|media|comments|categories|tags|users)\b/.exec(pattern)?.[1] ?? 'posts';
  return pattern.replaceAll(group, (_, name: string, at: number) => {
    if (/type|status|taxonomy/.test(name)) {
      return random.pick([
        'post',
        'page',
        'publish',
        'draft',
        'category',
        'post_tag',
        'attachment',
        'revision',
        'nothing',
      ]);
    }
    if (name === 'id' && pattern.includes('revisions')) return random.pick(['{revisions}', '{posts}', '1']);
    if (pattern.includes('contact-forms') && !random.oneIn(4)) return '{form}';
    if (random.oneIn(10)) return random.pick(['0', '1', '999999', '99999999999999999999', '1abc', '01', '%31', '-1']);
    if (isOwn && name === 'user_id' && random.oneIn(3)) return 'me';
    const collection = pattern.slice(0, at).split('/').at(-2) ?? '';
    if (isOwn && (ownCollections as readonly string[]).includes(collection) && !random.oneIn(6))
      return `{${collection}}`;
    if (random.oneIn(8)) base = random.pick(['posts', 'pages', 'media', 'comments', 'users']);
    return random.oneIn(3) ? `{hidden-${base}}` : `{${base}}`;
  });
}

/** The collections of `platen/v1`, by the part of their paths. */
export const ownCollections = [
  'webhooks',
  'deliveries',
  'menus',
  'popups',
  'previews',
  'redirects',
  'exchange',
  'messages',
  'files',
  'sessions',
  'application-passwords',
] as const;

/** Requests inside a request, of those that take nobody's log-in away. */
function innerRequests(operations: readonly Operation[], random: Random): JsonText {
  const harmless = operations.filter(({ path }) => !/users|batch|exchange|changes/.test(path));
  const one = (): string => {
    const { method, path, body } = requestCase(harmless, random);
    const open = path.replaceAll('{hidden-', '{');
    const inner = body?.type === 'application/json' && isJson(body.text) ? `,"body":${body.text}` : '';
    const before = random.pick(['', '', '/wp-json', 'http://evil.example', '/platen/v1/batch?x=']);
    return `{"method":${JSON.stringify(method)},"path":${JSON.stringify(before + open)}${inner}}`;
  };
  return `[${Array.from({ length: 1 + random.below(4) }, one).join(',')}]`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What the engine itself reads, and arguments that belong elsewhere. */
function strayArguments(operations: readonly Operation[], random: Random): (readonly [string, JsonText])[] {
  const found: (readonly [string, JsonText])[] = [];
  if (random.oneIn(5)) found.push(['_embed', '"1"']);
  if (random.oneIn(5)) found.push(['context', random.pick(['"edit"', '"view"', '"embed"', '["edit"]', '"x"'])]);
  if (random.oneIn(10))
    found.push(['_fields', random.pick(['"id,title"', '"_links"', '["id","meta"]', '{"a":{"b":1}}'])]);
  if (random.oneIn(14)) found.push(['_envelope', '"1"']);
  if (random.oneIn(20)) found.push(['_jsonp', random.pick(['"call.back"', '"alert(1)"', '["x"]'])]);
  if (random.oneIn(30)) found.push(['_method', random.pick(['"DELETE"', '"PUT"', '"GET"', '"BREW"', '{}'])]);
  if (random.oneIn(12)) {
    const [name, described] = random.pick(Object.entries(random.pick(operations).args).concat([['x', {}]]));
    found.push([name, valueFor(name, described, random)]);
  }
  return found;
}

const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=zq',
];

function bodyFor(args: readonly (readonly [string, JsonText])[], random: Random): { type: string; text: string } {
  const members = args.map(([name, json]) => `${JSON.stringify(name)}:${json}`);
  const json = `{${random.oneIn(12) ? [...members, ...members].join(',') : members.join(',')}}`;
  const way = random.below(100);
  if (way < 62) return { type: 'application/json', text: json };
  if (way < 82) return { type: types[1] as string, text: formOf(args.flatMap(([name, value]) => encode(name, value))) };
  if (way < 92) {
    const fields = args.flatMap(([name, value]) => encode(name, value)).map(([name, value]) => part(name, value));
    return { type: types[3] as string, text: `${fields.join('')}--zq--\r\n` };
  }
  return {
    type: random.pick(types),
    text: random.pick([json.slice(0, random.below(json.length)), '[]', '"x"', '', '{"a":']),
  };
}

const part = (name: string, value: string) =>
  `--zq\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '%22')}"\r\n\r\n${value}\r\n`;

export function formOf(pairs: readonly (readonly [string, string])[]): string {
  // A lone surrogate has no encoding; its replacement does.
  const safe = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('%7B', '{').replaceAll('%7D', '}');
  return pairs.map(([name, value]) => `${safe(name)}=${safe(value)}`).join('&');
}

/** A JSON value as fields of a form or an address. */
function encode(name: string, json: JsonText): (readonly [string, string])[] {
  if (json.length > 1000) return [[name, json.slice(0, 1000)]];
  return flat(name, JSON.parse(json));
}

function flat(name: string, value: unknown): (readonly [string, string])[] {
  if (value === null || typeof value !== 'object') return [[name, String(value ?? '')]];
  const isList = Array.isArray(value);
  const inner = Object.entries(value).flatMap(([key, one]) => flat(`${name}[${isList ? '' : key}]`, one));
  return inner.length > 0 ? inner.slice(0, 60) : [[`${name}[]`, '']];
}

function strayHeaders(random: Random): Record<string, string> {
  return random.pick<Record<string, string>>([
    { 'x-http-method-override': 'DELETE' },
    { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '::1', forwarded: 'for=10.0.0.1' },
    { origin: 'http://evil.example', cookie: 'wordpress_logged_in_x=admin|9999999999|x|y' },
    { 'x-wp-nonce': 'abcdef1234' },
    { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    { 'if-none-match': '*', 'if-modified-since': 'nonsense' },
    { range: 'bytes=0-1', accept: 'text/html;q=x', 'accept-encoding': 'gzip;q=0, *' },
    { expect: '200-nothing' },
  ]);
}
