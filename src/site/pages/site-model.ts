import { readStoredValue } from '../../media/attachment-metadata.ts';
import { archiveLink, termLink } from '../../rules/permalinks.ts';
import { readOption } from '../../storage/options/site-options.ts';
import { isRecord } from '../../text/json.ts';
import { siteLogoId } from '../../wp/media/site-logo.ts';
import type { ItemType, ItemValues } from '../../wp/menus/item-values.ts';
import { itemsOfMenu, type MenuItemRow } from '../../wp/menus/menu-items.ts';
import { themeOption } from '../../wp/menus/menu-locations.ts';
import { deepestLevel } from '../../wp/menus/save-items.ts';
import { ancestorsOf, loadAncestors } from '../../wp/terms/term-lookup.ts';
import type { LinkModel, MenuItem, PictureModel, SiteModel } from '../theme/page-model.ts';
import { plainOf } from './html-to-text.ts';
import type { PageWork } from './page-context.ts';
import { feedLink } from './page-link.ts';
import { loadPictures, pictureOf } from './pictures.ts';
import { pageLinks, pageTypes, pageVisibility, visiblePosts } from './visible-posts.ts';

/** What all pages of the site share, and its icon for the head. */
export interface SiteFacts {
  readonly site: SiteModel;
  readonly icon: PictureModel | null;
}

/** `current` is the address of the page, which the menu marks. */
export async function loadSite(
  work: Pick<PageWork, 'call' | 'core' | 'words'>,
  { current, term = '' }: { readonly current: string; readonly term?: string },
): Promise<SiteFacts> {
  const { site, store } = work.call;
  const mods = await themeSettings(work);
  const logoId = await siteLogoId(store);
  const iconId = await readOption(store, 'site_icon');
  const images = await loadPictures(work, [logoId, iconId]);
  const menus = await loadMenus(work, mods);
  const [logo, icon] = [images.get(logoId), images.get(iconId)];
  return {
    icon: icon ? pictureOf(icon, 'full') : null,
    site: {
      title: plainOf(site.title),
      tagline: plainOf(site.tagline),
      url: `${site.url}/`,
      language: site.language,
      direction: directionOf(site.language),
      logo: logo ? pictureOf(logo, 'full') : null,
      menu: marked(menus.main, current),
      footerMenu: marked(menus.footer, current),
      search: { action: `${site.url}/`, term },
      feedUrl: feedLink(site, `${site.url}/`),
    },
  };
}

function marked(items: readonly MenuItem[], current: string): MenuItem[] {
  return items.map((item) => ({
    ...item,
    isCurrent: item.url === current,
    children: marked(item.children, current),
  }));
}

const rightToLeft = new Set([
  'ar',
  'arc',
  'azb',
  'ckb',
  'dv',
  'fa',
  'he',
  'ks',
  'ku-arab',
  'ps',
  'sd',
  'ug',
  'ur',
  'yi',
  'haz',
  'skr',
]);

const known = new Map<string, 'ltr' | 'rtl'>();

/** The writing direction of a language. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const found = known.get(language);
  if (found) return found;
  const { language: name, script } = new Intl.Locale(language);
  const direction = rightToLeft.has(name) || ['Arab', 'Hebr', 'Thaa'].includes(script ?? '') ? 'rtl' : 'ltr';
  known.set(language, direction);
  return direction;
}

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
