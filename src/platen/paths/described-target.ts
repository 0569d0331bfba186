import type { PageTarget } from '../../pages/targets/page-target.ts';
import type { DateTarget } from '../../rules/permalinks.ts';
import type { Site } from '../../rules/site.ts';
import { isShownTaxonomy } from '../../rules/taxonomies.ts';
import type { Core } from '../../wp/all.ts';

/** What can stand at an address. */
export const targetKinds = ['item', 'posts', 'archive', 'term', 'author', 'date', 'search'] as const;

/** Where in the interface something is: its item, or the list that its page shows. */
export interface Described {
  readonly kind: (typeof targetKinds)[number];
  /** The type of the item, or of the items of the list. */
  readonly type: string;
  readonly id: number | null;
  /** Path of the item in the interface. */
  readonly item: string | null;
  /** Path of the list in the interface, with its parameters. */
  readonly list: string | null;
  readonly status: string | null;
}

const posts = '/wp/v2/posts';
const nothing = { id: null, item: null, list: null, status: null } as const;

/** What a page shows, as clients of the interface find it. */
export function describedTarget(
  target: PageTarget,
  { kinds, taxonomies }: Pick<Core, 'kinds' | 'taxonomies'>,
): Described {
  const baseOf = (type: string): string => `/wp/v2/${kinds.of(type).type.restBase}`;
  switch (target.kind) {
    case 'entry': {
      const { id, type, status } = target.post;
      return { ...nothing, kind: 'item', type, id, item: `${baseOf(type)}/${id}`, status };
    }
    case 'home': {
      const { page } = target;
      const own = page ? { id: page.id, item: `${baseOf('page')}/${page.id}`, status: page.status } : {};
      return { ...nothing, kind: 'posts', type: 'post', list: posts, ...own };
    }
    case 'archive':
      return { ...nothing, kind: 'archive', type: target.type.name, list: baseOf(target.type.name) };
    case 'term': {
      const { id, taxonomy } = target.term;
      const shown = taxonomies.filter(isShownTaxonomy).find(({ name }) => name === taxonomy);
      const [type] = shown?.types.filter((name) => kinds.find(name)) ?? [];
      return {
        ...nothing,
        kind: 'term',
        type: taxonomy,
        id,
        item: shown ? `/wp/v2/${shown.restBase}/${id}` : null,
        list: shown && type !== undefined ? `${baseOf(type)}?${shown.restBase}=${id}` : null,
      };
    }
    case 'author': {
      const { id } = target.user;
      return {
        ...nothing,
        kind: 'author',
        type: 'user',
        id,
        item: `/wp/v2/users/${id}`,
        list: `${posts}?author=${id}`,
      };
    }
    case 'date':
      return { ...nothing, kind: 'date', type: 'post', list: `${posts}?${new URLSearchParams(limitsOf(target.date))}` };
    case 'search': {
      const search = new URLSearchParams({ search: target.text });
      return { ...nothing, kind: 'search', type: 'post', list: `${posts}?${search}` };
    }
  }
}

/** The posts of a year, month or day: later than the second before it, and earlier than the one after it. */
function limitsOf({ year, month, day }: DateTarget): { after: string; before: string } {
  const from = Date.UTC(2000, (month ?? 1) - 1, day ?? 1);
  const begin = new Date(from);
  begin.setUTCFullYear(year);
  const end = new Date(begin);
  if (day !== undefined) end.setUTCDate(end.getUTCDate() + 1);
  else if (month !== undefined) end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCFullYear(year + 1);
  const text = (at: number) => new Date(at).toISOString().slice(0, 19);
  return { after: text(begin.getTime() - 1000), before: text(end.getTime()) };
}

/** A path within the site from what was sent: a path, or an address of the site; null for one of another site. */
export function pathWithin({ url }: Pick<Site, 'url'>, sent: string): string | null {
  if (sent.startsWith('/')) return sent.replace(/^\/+/, '/');
  if (sent !== url && !sent.startsWith(`${url}/`) && !sent.startsWith(`${url}?`)) return null;
  const rest = sent.slice(url.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
