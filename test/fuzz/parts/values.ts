import type { Random } from '../core/random.ts';

/** An argument as discovery describes it. */
export interface Described {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Described;
  readonly default?: unknown;
  readonly required?: boolean;
}

/** A value as it is written in JSON. Text, because JSON can say more than a JavaScript value: two equal keys, 1e999. */
export type JsonText = string;

/** Words with which a value names a row: `{post}` is one that everybody may be sent to, `{hidden-posts}` a secret one. */
const rows = ['{posts}', '{pages}', '{media}', '{comments}', '{categories}', '{tags}', '{users}'];
const hidden = ['{hidden-posts}', '{hidden-pages}', '{hidden-media}', '{hidden-comments}', '{hidden-users}'];

const idsByName: Readonly<Record<string, readonly string[]>> = {
  post: ['{posts}', '{pages}', '{hidden-posts}', '{hidden-pages}', '{media}'],
  parent: ['{posts}', '{pages}', '{comments}', '{categories}', '{hidden-pages}', '{hidden-comments}', '0'],
  author: ['{users}', '{hidden-users}', '1'],
  reassign: ['{users}', '1'],
  featured_media: ['{media}', '{hidden-media}', '0'],
  categories: ['{categories}'],
  tags: ['{tags}'],
  pid: ['{posts}', '{hidden-posts}'],
  id: [...rows, ...hidden],
};

const texts = [
  'plain words',
  'Grüße & 東京 🎈',
  '<b>bold</b> <script>zqrun()</script>',
  "' or 1=1 --",
  '%',
  '_',
  '[gallery ids="1,2"] [caption]x[/caption]',
  '2020-01-31T10:00:00',
  'a@example.org',
  'http://example.org/?a=b&c=%00',
  'publish',
  'x'.repeat(300),
  '',
  ' ',
  '0',
  '\u0000',
  '\ud800',
  '\u202e\u200b',
  '../../../etc/passwd',
  '{secret}',
  '__proto__',
  'O:8:"stdClass":0:{}',
];

const hostile: readonly JsonText[] = [
  'null',
  'true',
  'false',
  '-1',
  '0',
  '1.5',
  '1e308',
  '1e999',
  '-0',
  '9007199254740993',
  '99999999999999999999999',
  '{}',
  '[]',
  '[[]]',
  '[null]',
  '[{}]',
  '{"a":1}',
  '{"raw":{"raw":1}}',
  '{"raw":null,"rendered":"x"}',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"toString":1,"valueOf":1}',
  '{"length":100000000}',
  '{"a":1,"a":2}',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '[1,"a",null,{"b":[]}]',
  `"${'y'.repeat(20_000)}"`,
  `${'['.repeat(60)}${']'.repeat(60)}`,
  JSON.stringify(Array.from({ length: 200 }, (_, n) => n)),
];

/** A value that an argument may take, or one that it should not. */
export function valueFor(name: string, described: Described, random: Random): JsonText {
  return random.below(100) < 62 ? fitting(name, described, random) : random.pick(hostile);
}

function fitting(name: string, described: Described, random: Random): JsonText {
  if (described.enum && described.enum.length > 0 && !random.oneIn(8))
    return JSON.stringify(random.pick(described.enum));
  const ids =
    idsByName[name] ?? (/^(?:include|exclude|parent|author|post|media|categor|tag|user)/.test(name) ? rows : null);
  const kind = described.type ?? 'string';
  if (kind === 'integer' || kind === 'number')
    return JSON.stringify(ids ? random.pick(ids) : String(random.below(120)));
  if (kind === 'boolean') return random.pick(['true', 'false']);
  if (kind === 'array') {
    const item = () => (ids ? JSON.stringify(random.pick(ids)) : fitting(name, described.items ?? {}, random));
    return `[${Array.from({ length: random.below(4) }, item).join(',')}]`;
  }
  if (kind === 'object') return objectFor(name, random);
  return JSON.stringify(textFor(name, random));
}

function objectFor(name: string, random: Random): JsonText {
  if (name === 'meta') return random.pick(['{}', '[]', '{"_hidden_key":"x"}', '{"unregistered_key":["x"]}', 'null']);
  const text = JSON.stringify(random.pick(texts));
  return random.pick([text, `{"raw":${text}}`, `{"raw":${text},"rendered":${text}}`]);
}

const byName: Readonly<Record<string, readonly string[]>> = {
  date: ['2020-01-31T10:00:00', '2099-01-01T00:00:00', '0000-00-00T00:00:00', '2020-02-30T25:61:61', '-1'],
  email: ['somebody@example.org', 'no address', 'a@b', `${'x'.repeat(90)}@example.org`],
  url: ['{site}/?p=1', '{site}/', 'http://127.0.0.1:1/', 'javascript:alert(1)', 'https://example.org/'],
  slug: ['a-slug', 'slug-{secret}', '%22%3E%3Cscript', 'é', 'x'.repeat(250)],
  search: ['words', '{secret}', '%', '_', '@', '@hidden.example', 'Title', '😀'],
  password: ['', 'wrong', 'sesame'],
  context: ['view', 'edit', 'embed'],
  status: [
    'publish',
    'draft',
    'private',
    'any',
    'trash',
    'future',
    'pending',
    'inherit',
    'hold',
    'approve',
    'spam',
    'all',
  ],
  roles: ['administrator', 'editor', 'subscriber'],
};

function textFor(name: string, random: Random): string {
  const known = Object.entries(byName).find(([part]) => name.includes(part))?.[1];
  return random.pick(known && !random.oneIn(4) ? known : texts);
}
