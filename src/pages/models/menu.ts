import { readStoredValue } from '../../media/stored-metadata.ts';
import { archiveLink, termLink } from '../../rules/permalinks.ts';
import { isRecord } from '../../text/formats/json-record.ts';
import type { LinkModel, MenuItem } from '../../theme/basic-models.ts';
import type { ItemType, ItemValues } from '../../wp/menus/items/item-values.ts';
import { themeOption } from '../../wp/menus/menu-settings.ts';
import { itemsOfMenu, type MenuItemRow } from '../../wp/menus/whole/items-of-menu.ts';
import { deepestLevel } from '../../wp/menus/whole/sent-items.ts';
import { ancestorsOf, loadAncestors } from '../../wp/terms/operations/term-ancestors.ts';
import type { PageWork } from '../page-context.ts';
import { pageLinks, pageTypes, pageVisibility, visiblePosts } from '../targets/visible-posts.ts';
import { plainOf } from './plain.ts';

type Work = Pick<PageWork, 'call' | 'core' | 'words'>;

/** Names of places in themes of existing sites. Without a main one, the first place that is no footer counts. */
const mainPlaces = ['primary', 'main', 'header', 'menu-1', 'top', 'primary-menu', 'header-menu', 'main-menu'];
const footerPlaces = ['footer', 'footer-menu', 'menu-2', 'bottom', 'secondary'];
const mostPages = 12;

/** The menus of the site: the main one, else the pages at the top; and that of the footer, if there is one. */
export async function loadMenus(
  work: Work,
  mods: unknown,
): Promise<{ readonly main: readonly MenuItem[]; readonly footer: readonly MenuItem[] }> {
  const places = placesIn(isRecord(mods) ? mods['nav_menu_locations'] : null);
  const at = (names: readonly string[]) => names.map((name) => places.get(name) ?? 0).find((id) => id > 0) ?? 0;
  const others = [...places.keys()].filter((name) => !footerPlaces.includes(name));
  const [mainId, footerId] = [at([...mainPlaces, ...others]), at(footerPlaces)];
  const main = mainId > 0 ? await storedMenu(work, mainId) : [];
  return {
    main: main.length > 0 ? main : await pageMenu(work),
    footer: footerId > 0 ? await storedMenu(work, footerId) : [],
  };
}

/** Place → id of its menu. An array with numbers for keys is stored by some themes. */
function placesIn(places: unknown): ReadonlyMap<string, number> {
  const pairs = typeof places === 'object' && places !== null ? Object.entries(places) : [];
  return new Map(pairs.map(([name, menu]) => [name, Number(menu) || 0]));
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

const item = (label: string, url: string): MenuItem => ({
  label,
  url,
  isCurrent: false,
  children: [],
  opensWindow: false,
  classes: [],
  rel: '',
  title: '',
});

async function storedMenu(work: Work, menuId: number): Promise<readonly MenuItem[]> {
  const rows = (await itemsOfMenu(work.call.store, menuId)).filter(({ post }) => post.status === 'publish');
  const targets = await loadTargets(
    work,
    rows.map(({ values }) => values),
  );
  return nested(rows, 0, ({ post, values }) => {
    const target = targets(values);
    const opensWindow = values.target === '_blank';
    return (
      target && {
        ...item(plainOf(post.title) || target.label, target.url),
        opensWindow,
        classes: values.classes.filter((name) => name !== ''),
        rel: [...values.relations.filter((name) => name !== ''), ...(opensWindow ? ['noopener'] : [])].join(' '),
        title: plainOf(post.excerpt),
      }
    );
  });
}

/** The rows of one level with those below them; what is hidden hides what is below it. */
function nested(
  rows: readonly MenuItemRow[],
  level: number,
  itemOf: (row: MenuItemRow) => MenuItem | undefined,
): readonly MenuItem[] {
  if (level > deepestLevel) return [];
  const starts = rows.flatMap((row, i) => (row.level === level ? [i] : []));
  return starts.flatMap((start, n) => {
    const [row, ...below] = rows.slice(start, starts[n + 1]);
    const made = row && itemOf(row);
    return made ? [{ ...made, children: nested(below, level + 1, itemOf) }] : [];
  });
}

/** What the items lead to; undefined for what is gone or hidden from the reader. */
async function loadTargets(work: Work, items: readonly ItemValues[]) {
  const ids = (type: ItemType) => items.filter((each) => each.type === type).map((each) => each.objectId);
  const { store, site } = work.call;
  const postIds = ids('post_type');
  const posts = postIds.length > 0 ? await visiblePosts(work, null, { ids: postIds }) : [];
  const links = await pageLinks(work, posts);
  const termIds = ids('taxonomy');
  const terms = termIds.length > 0 ? await store.terms.byIds(termIds) : [];
  const categories = terms.filter((term) => term.taxonomy === 'category');
  const known = await loadAncestors(store, 'category', categories);
  const byId = <Row extends { id: number }>(rows: readonly Row[], id: number) => rows.find((row) => row.id === id);
  const targets: Readonly<Record<ItemType, (values: ItemValues) => LinkModel | undefined>> = {
    post_type: ({ objectId }) => {
      const post = byId(posts, objectId);
      return post && { label: plainOf(post.title) || work.words.noTitle, url: links.get(objectId) ?? '' };
    },
    taxonomy: ({ objectId }) => {
      const term = byId(terms, objectId);
      const above = term?.taxonomy === 'category' ? ancestorsOf(term, known).map(({ slug }) => slug) : [];
      return term && { label: plainOf(term.name), url: termLink(site, term, above) };
    },
    post_type_archive: ({ object }) => {
      const type = pageTypes(work).find((one) => one.name === object);
      const url = type && archiveLink(site, type);
      return type && url ? { label: plainOf(type.labels.name), url } : undefined;
    },
    custom: ({ url }) => (isSafe(url) ? { label: url, url } : undefined),
  };
  return (values: ItemValues) => targets[values.type](values);
}

const isSafe = (url: string): boolean => /^(?:https?:|mailto:|tel:|\/|#|\?)/i.test(url.trim());

/** The settings of the site's theme, such as the places of its menus. */
export async function themeSettings({ call }: Pick<PageWork, 'call'>): Promise<unknown> {
  return readStoredValue(await call.store.options.get(await themeOption(call.store)));
}
