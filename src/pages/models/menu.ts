import { readStoredValue } from '../../media/stored-metadata.ts';
import { termLink } from '../../rules/permalinks.ts';
import { everything } from '../../rules/visibility.ts';
import type { MetaRow, Post } from '../../storage/rows.ts';
import { isRecord } from '../../text/formats/json-record.ts';
import type { MenuItem } from '../../theme/basic-models.ts';
import { themeOption } from '../../wp/menus/menu-settings.ts';
import { ancestorsOf, loadAncestors } from '../../wp/terms/operations/term-ancestors.ts';
import type { PageWork } from '../page-context.ts';
import { pageLinks, pageVisibility, visiblePosts } from '../targets/visible-posts.ts';
import { plainOf } from './plain.ts';

type Work = Pick<PageWork, 'call' | 'core' | 'words'>;

/** Names of the place for the main menu in themes of existing sites; without one of them, the first place counts. */
const mainPlaces = ['primary', 'main', 'header', 'menu-1', 'top', 'primary-menu', 'header-menu', 'main-menu'];
const mostItems = 500;
const mostPages = 12;

/** The main menu: the stored one, else the pages at the top. `mods` are the settings of the site's theme. */
export async function loadMenu(work: Work, mods: unknown): Promise<MenuItem[]> {
  const menuId = menuAt(isRecord(mods) ? mods['nav_menu_locations'] : null);
  const stored = menuId > 0 ? await storedMenu(work, menuId) : [];
  return stored.length > 0 ? stored : pageMenu(work);
}

function menuAt(places: unknown): number {
  if (Array.isArray(places)) return Number(places[0]) || 0;
  if (!isRecord(places)) return 0;
  const place = mainPlaces.find((name) => Number(places[name]) > 0) ?? Object.keys(places)[0];
  return place === undefined ? 0 : Number(places[place]) || 0;
}

async function pageMenu(work: Work): Promise<MenuItem[]> {
  const { call } = work;
  const pages = await call.store.posts.find(
    { types: ['page'], visibility: pageVisibility(work), statuses: ['publish'], parentIds: [0] },
    { by: 'menuOrder', direction: 'asc' },
    { limit: mostPages, offset: 0 },
  );
  const shown = pages.filter((page) => page.id !== call.site.frontPageId);
  const links = await pageLinks(work, shown);
  return shown.map((page) => item(plainOf(page.title) || work.words.noTitle, links.get(page.id) ?? ''));
}

const item = (label: string, url: string, children: readonly MenuItem[] = []): MenuItem => ({
  label,
  url,
  isCurrent: false,
  children,
});

type Values = ReadonlyMap<string, string>;

async function storedMenu(work: Work, menuId: number): Promise<MenuItem[]> {
  const rows = await work.call.store.posts.find(
    {
      types: ['nav_menu_item'],
      visibility: everything,
      statuses: ['publish'],
      withTerms: [{ taxonomy: 'nav_menu', termIds: [menuId] }],
    },
    { by: 'menuOrder', direction: 'asc' },
    { limit: mostItems, offset: 0 },
  );
  const meta = await work.call.store.meta.of(
    'post',
    rows.map((row) => row.id),
  );
  const values = new Map(rows.map((row) => [row.id, valuesOf(meta.get(row.id) ?? [])]));
  const targets = await loadTargets(work, [...values.values()]);
  const below = Map.groupBy(rows, (row) => Number(values.get(row.id)?.get('_menu_item_menu_item_parent')) || 0);
  const build = (parentId: number, depth: number): MenuItem[] =>
    (depth > 4 ? [] : (below.get(parentId) ?? [])).flatMap((row) => {
      const target = targets(values.get(row.id) ?? new Map());
      return target ? [item(plainOf(row.title) || target.label, target.url, build(row.id, depth + 1))] : [];
    });
  return build(0, 0);
}

const valuesOf = (rows: readonly MetaRow[]): Values => new Map(rows.map(({ key, value }) => [key, value ?? '']));

/** What the items lead to; undefined for what is gone or hidden from the reader. */
async function loadTargets(work: Work, items: readonly Values[]) {
  const ids = (type: string) =>
    items
      .filter((each) => each.get('_menu_item_type') === type)
      .map((each) => Number(each.get('_menu_item_object_id')) || 0);
  const { store, site } = work.call;
  const postIds = ids('post_type');
  const posts = postIds.length > 0 ? await visiblePosts(work, null, { ids: postIds }) : [];
  const links = await pageLinks(work, posts);
  const termIds = ids('taxonomy');
  const terms = termIds.length > 0 ? await store.terms.byIds(termIds) : [];
  const categories = terms.filter((term) => term.taxonomy === 'category');
  const known = await loadAncestors(store, 'category', categories);
  const byId = <Row extends { id: number }>(rows: readonly Row[], id: number) => rows.find((row) => row.id === id);
  return (values: Values): { label: string; url: string } | undefined => {
    const id = Number(values.get('_menu_item_object_id')) || 0;
    const type = values.get('_menu_item_type');
    const post: Post | undefined = type === 'post_type' ? byId(posts, id) : undefined;
    if (post) return { label: plainOf(post.title) || work.words.noTitle, url: links.get(id) ?? '' };
    const term = type === 'taxonomy' ? byId(terms, id) : undefined;
    if (term) {
      const above = term.taxonomy === 'category' ? ancestorsOf(term, known).map(({ slug }) => slug) : [];
      return { label: plainOf(term.name), url: termLink(site, term, above) };
    }
    const url = values.get('_menu_item_url') ?? '';
    return type === 'custom' && isSafe(url) ? { label: url, url } : undefined;
  };
}

const isSafe = (url: string): boolean => /^(?:https?:|mailto:|tel:|\/|#|\?)/i.test(url.trim());

/** The settings of the site's theme, such as the places of its menus. */
export async function themeSettings({ call }: Pick<PageWork, 'call'>): Promise<unknown> {
  return readStoredValue(await call.store.options.get(await themeOption(call.store)));
}
