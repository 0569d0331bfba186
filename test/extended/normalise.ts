/** The ids that steps kept, by kind: the same things have other numbers on another server. */
export interface KnownIds {
  readonly post: Map<number, string>;
  readonly term: Map<number, string>;
  readonly uuid: Map<string, string>;
}

export interface Around {
  readonly siteUrl: string;
  readonly known: KnownIds;
  /** What `id` and `parent` of an item are. */
  readonly ids: 'post' | 'term';
}

/** Words for people differ from server to server, and these members say nothing that the scenario is about. */
const dropped = new Set([
  'message',
  'type_label',
  'additional_data',
  'additional_errors',
  'guid',
  'avatar_urls',
  'last_ip',
]);

/** An answer with everything taken out that differs between two servers which behave the same. */
export function normalise(value: unknown, around: Around, name = '', owner: object = {}): unknown {
  if (Array.isArray(value)) return value.map((one) => normalise(one, around, name, owner));
  if (typeof value === 'string') return normaliseText(value, around);
  if (typeof value === 'number') return normaliseNumber(value, around, name, owner);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).filter(([key, member]) => isCompared(key, member, value));
  const pairs = members.map(([key, member]): [string, unknown] => {
    if (key === 'params' && !Array.isArray(member)) return [key, Object.keys(member).sort()];
    return [key, normalise(member, around, key, value)];
  });
  return Object.fromEntries(pairs.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function isCompared(key: string, member: unknown, owner: object): boolean {
  if (dropped.has(key)) return false;
  // A sentence about a field or an argument, or the title of a condition.
  if (key === 'description' && 'type' in owner && !('id' in owner)) return false;
  return !(
    key === 'title' &&
    typeof member === 'string' &&
    ('rel' in owner || 'items' in owner || 'properties' in owner) &&
    !('$schema' in owner)
  );
}

const termKeys = new Set(['menus', 'menu', 'term_id', 'categories', 'tags']);

function normaliseNumber(value: number, { known, ids }: Around, name: string, owner: object): number | string {
  if (value === 0) return value;
  if (name === 'author') return `<user ${value}>`;
  if (termKeys.has(name)) return named(known.term, value, 'term');
  if (name === 'object_id') {
    const isTerm = 'type' in owner && owner.type === 'taxonomy';
    return named(isTerm ? known.term : known.post, value, isTerm ? 'term' : 'post');
  }
  if (name === 'id' || name === 'parent') return named(known[ids], value, ids);
  return value;
}

const named = (known: ReadonlyMap<number, string>, id: number, kind: string): string =>
  known.has(id) ? `<${known.get(id)}>` : `<${kind}>`;

const termBases = 'menus|categories|tags';
const postBases = 'posts|pages|media|blocks|menu-items|autosaves|revisions';

function normaliseText(text: string, { siteUrl, known }: Around): string {
  const post = (id: string) => named(known.post, Number(id), 'post');
  const term = (id: string) => named(known.term, Number(id), 'term');
  return text
    .replaceAll(siteUrl, '<site>')
    .replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, '<date>')
    .replace(/\/\d{4}\/\d\d\/\d\d\//g, '/<day>/')
    .replace(new RegExp(`/(${termBases})/(\\d+)`, 'g'), (_, base, id) => `/${base}/${term(id)}`)
    .replace(new RegExp(`/(${postBases})/(\\d+)`, 'g'), (_, base, id) => `/${base}/${post(id)}`)
    .replace(/(menus(?:%5Bterms%5D%5B\d%5D|%5B\d%5D)?|categories|tags)=(\d+)/g, (_, key, id) => `${key}=${term(id)}`)
    .replace(/\b(post|parent|p|preview_id)=(\d+)/g, (_, key, id) => `${key}=${post(id)}`)
    .replace(/include(%5B\d%5D)?=(\d+)/g, (_, index = '', id) => `include${index}=${post(id)}`)
    .replace(/&preview_nonce=[\w-]+/, '')
    .replace(/^(\d+)-autosave-v1$/, (_, id) => `${post(id)}-autosave-v1`)
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (uuid) => `<${known.uuid.get(uuid) ?? 'uuid'}>`)
    .replace(/^(?:\w{4} ){5}\w{4}$/, '<password>');
}
