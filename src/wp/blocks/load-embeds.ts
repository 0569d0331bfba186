import { anonymous } from '../../rules/capabilities.ts';
import { parseSiteUrl, type Reading } from '../../rules/parse-site-url.ts';
import { readVisibility } from '../../rules/post-visibility.ts';
import type { Post } from '../../storage/rows.ts';
import { needKey } from '../../text/blocks/block-needs.ts';
import { addressesOf } from '../posts/content-addresses.ts';
import type { BlockLoader, BlockWork } from './block-loader.ts';

/** Different addresses in one response; the others stay links. */
const mostEmbeds = 50;

/** What addresses stand for: public posts of this site, and what the providers of other sites say. */
export const loadEmbeds: BlockLoader = async (needed, loaded, work) => {
  const addresses = [...needed.embed.values()].slice(0, mostEmbeds);
  if (addresses.length === 0) return;
  const { site } = work.call;
  const own = addresses.filter((address) => parseSiteUrl(site, address) !== null);
  const others = addresses.filter((address) => !own.includes(address));
  const [posts, html] = await Promise.all([
    ownPosts(own, work),
    others.length === 0 ? new Map<string, string>() : work.embeds(others, work.call),
  ]);
  for (const [address, embed] of posts) loaded.embed.set(needKey(address), { ...embed, siteName: site.title });
  for (const [address, text] of html) loaded.embed.set(needKey(address), { html: text });
};

interface OwnPost {
  readonly title: string;
  readonly url: string;
}

/** The posts of this site that every visitor may see, by the addresses that were written for them. */
async function ownPosts(addresses: readonly string[], work: BlockWork): Promise<Map<string, OwnPost>> {
  const { site } = work.call;
  const types = [...work.kinds].map(({ type }) => type);
  const readings = new Map(
    addresses.map((address) => {
      const read = parseSiteUrl(site, address, { types });
      return [address, read?.view === 'page' ? read.readings : []];
    }),
  );
  const rows = await candidates([...readings.values()].flat(), work);
  const urls = await urlsOf(rows, work);
  const byUrl = new Map(rows.map((row) => [comparable(urls.get(row.id) ?? ''), row]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = new Map<string, OwnPost>();
  for (const [address, own] of readings) {
    const row =
      own
        .map(idOf)
        .map((id) => byId.get(id))
        .find((one) => one !== undefined) ?? byUrl.get(comparable(address));
    const url = row && urls.get(row.id);
    if (row && url) found.set(address, { title: `${row.password === '' ? '' : 'Protected: '}${row.title}`, url });
  }
  return found;
}

const columns = ['id', 'title', 'slug', 'status', 'date', 'parentId', 'type', 'authorId', 'password'] as const;
type Candidate = Pick<Post, (typeof columns)[number]>;

/** The rows that addresses may name, by slug or id. */
async function candidates(readings: readonly Reading[], { call, kinds }: BlockWork): Promise<Candidate[]> {
  const types = [...kinds].map(({ type }) => type).filter((type) => type.public && !type.inheritsFromParent);
  const filter = { types: types.map(({ name }) => name), visibility: readVisibility(anonymous, types) };
  const ids = [
    ...readings.map(idOf),
    ...(readings.some(({ kind }) => kind === 'front') ? [call.site.frontPageId] : []),
  ];
  const slugs = readings.flatMap((reading) => slugOf(reading) ?? []);
  const find = (which: { ids: number[] } | { slugs: string[] }) =>
    call.store.posts.find({ ...filter, ...which }, { by: 'id', direction: 'asc' }, { limit: 200, offset: 0 }, columns);
  const named = [...new Set(ids)].filter((id) => id > 0);
  const [byId, bySlug] = await Promise.all([
    named.length === 0 ? [] : find({ ids: named }),
    slugs.length === 0 ? [] : find({ slugs: [...new Set(slugs)] }),
  ]);
  return [...new Map([...byId, ...bySlug].map((row) => [row.id, row])).values()];
}

const idOf = (reading: Reading): number => (reading.kind === 'id' || reading.kind === 'post' ? (reading.id ?? 0) : 0);

function slugOf(reading: Reading): string | undefined {
  if (reading.kind === 'post') return reading.slug;
  return reading.kind === 'page' || reading.kind === 'named' ? reading.slugs.at(-1) : undefined;
}

async function urlsOf(rows: readonly Candidate[], { kinds, call }: BlockWork): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const kind of kinds) {
    const own = rows.filter(({ type }) => type === kind.type.name);
    if (own.length === 0) continue;
    // As visitors see them: an embed is the same for everybody.
    const urls = await addressesOf(kind, own, { ...call, caller: anonymous });
    for (const [i, { id }] of own.entries()) found.set(id, urls[i] ?? '');
  }
  return found;
}

/** An address without what makes no other one of it: its protocol, its last slash, the place in its page. */
const comparable = (address: string): string =>
  address
    .replace(/#.*$/s, '')
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/\/$/, '');
