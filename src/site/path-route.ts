import { type Reply, reply } from '../api/reply.ts';
import type { RouteModule } from '../api/routing/registry.ts';
import { anyone, route } from '../api/routing/route.ts';
import { defineErrors } from '../lib/errors.ts';
import { json, type OutputOf } from '../lib/schema/json-schema.ts';
import { s } from '../lib/schema/schema.ts';
import type { DateTarget } from '../rules/permalinks.ts';
import type { Site } from '../rules/site.ts';
import { isPublicTaxonomy } from '../rules/taxonomies.ts';
import type { Core } from '../wp/core.ts';
import { readPageAddress } from './pages/page-address.ts';
import { isSameAddress, locate, type PageTarget } from './pages/page-target.ts';
import { addressedContent } from './pages/visible-posts.ts';
import { storedRedirect } from './redirects.ts';

const longestPath = 2_000;

export const pathArgument = s.string({
  required: true,
  description: 'A path such as /2026/01/31/hello/, or an address of this site.',
  check: (path: string) =>
    path.length > longestPath || !path.isWellFormed() ? `path has at most ${longestPath} characters.` : null,
});

/** What stands at an address of the public site, by the rules of its pages, and as the caller may see it. */
export function pathRoute(core: Core): RouteModule {
  return {
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/path',
        summary: 'Find what stands at a path of the site.',
        args: { path: pathArgument },
        response: { schema: pathSchema },
        permit: anyone,
        handle: async ({ path }, call): Promise<Reply<OutputOf<typeof pathSchema>>> => {
          const within = pathWithin(call.site, path);
          const address = within === null ? null : readPageAddress(call.site, within, addressedContent({ core }));
          const located = address && (await locate({ call, core }, address));
          if (within === null) throw pathErrors.platen_nothing_at_path();
          if (!located) {
            const [pathname = '', ...query] = within.split('?');
            const stored = await storedRedirect(call, pathname, query.join('?'));
            if (!stored || stored === 'gone') throw pathErrors.platen_nothing_at_path();
            return reply({ kind: 'moved', link: stored.to, redirect: stored });
          }
          if (located.kind === 'moved') {
            return reply({ kind: 'moved', link: located.to, redirect: { to: located.to, status: located.status } });
          }
          const { target, page, canonical } = located;
          const described = describedTarget(target, core);
          const isHidden = described.status !== null && !['publish', 'inherit', 'private'].includes(described.status);
          const isThere = isHidden || isSameAddress(call.site, within, canonical);
          return reply({
            ...described,
            page,
            link: target.link,
            redirect: isThere ? null : { to: canonical, status: 301 },
          });
        },
      }),
    ],
  };
}

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
      const shown = taxonomies.filter(isPublicTaxonomy).find(({ name }) => name === taxonomy);
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

const redirect = json.object({ to: json.string, status: json.words(301, 302, 307, 308) });

/** What stands at an address, or where it has moved to. */
export const pathSchema = json.anyOf(
  json.object({
    kind: json.words(...targetKinds),
    type: json.string,
    id: json.orNull(json.integer),
    item: json.orNull(json.string),
    list: json.orNull(json.string),
    status: json.orNull(json.string),
    page: json.integer,
    link: json.string,
    redirect: json.orNull(redirect),
  }),
  json.object({ kind: json.words('moved'), link: json.string, redirect }),
);

export const pathErrors = defineErrors({
  platen_nothing_at_path: { status: 404, message: () => 'There is nothing at this path that you may see.' },
});
