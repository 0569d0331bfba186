import { isRecord } from '../../text/formats/json-record.ts';
import type { MenuItem, PictureModel } from '../../theme/basic-models.ts';
import type { SiteModel } from '../../theme/page-model.ts';
import { feedLink } from '../address/page-link.ts';
import type { PageWork } from '../page-context.ts';
import { loadMenus, themeSettings } from './menu.ts';
import { loadPictures, pictureOf } from './pictures.ts';
import { plainOf } from './plain.ts';

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
  const logoId = isRecord(mods) ? Number(mods['custom_logo']) || 0 : 0;
  const iconId = Number(await store.options.get('site_icon')) || 0;
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
