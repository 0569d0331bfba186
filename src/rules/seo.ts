/** What an item or term says of itself to search engines and to sites that link to it; empty where nothing is said. */
export interface SeoValues {
  /** May hold variables such as `%%title%%`, and so may the other texts. */
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  /** Null where that of its type counts. */
  readonly noindex: boolean | null;
  /** For cards that link to it; those of search engines where they are empty. */
  readonly socialTitle: string;
  readonly socialDescription: string;
  /** A picture of the library; 0 where the featured one is shown. */
  readonly pictureId: number;
  /** The address of a picture that is not in the library, as another system stored it. */
  readonly pictureUrl: string;
}

export const noSeo: SeoValues = {
  title: '',
  description: '',
  canonical: '',
  noindex: null,
  socialTitle: '',
  socialDescription: '',
  pictureId: 0,
  pictureUrl: '',
};

const prefix = '_yoast_wpseo_';

/** The meta keys of posts under which the values are stored, as Yoast SEO does it. */
export const seoKeys = {
  title: `${prefix}title`,
  description: `${prefix}metadesc`,
  canonical: `${prefix}canonical`,
  noindex: `${prefix}meta-robots-noindex`,
  socialTitle: `${prefix}opengraph-title`,
  socialDescription: `${prefix}opengraph-description`,
  pictureId: `${prefix}opengraph-image-id`,
  pictureUrl: `${prefix}opengraph-image`,
} as const;

/** Those of Rank Math, which are read where the others have nothing. */
const rankMathKeys = {
  title: 'rank_math_title',
  description: 'rank_math_description',
  canonical: 'rank_math_canonical_url',
  robots: 'rank_math_robots',
  socialTitle: 'rank_math_facebook_title',
  socialDescription: 'rank_math_facebook_description',
  pictureId: 'rank_math_facebook_image_id',
} as const;

/** Every key that `readSeo` looks at. */
export const seoMetaKeys: readonly string[] = [...Object.values(seoKeys), ...Object.values(rankMathKeys)];

interface StoredRow {
  readonly key: string;
  readonly value: string | null;
}

/** Reads the values of a post, or those of Rank Math of a term; `decode` reads a stored list. */
export function readSeo(rows: readonly StoredRow[], decode: (stored: string) => unknown): SeoValues {
  const stored = new Map(rows.map(({ key, value }) => [key, value ?? '']));
  const text = (name: Exclude<keyof typeof rankMathKeys, 'robots' | 'pictureId'>): string =>
    stored.get(seoKeys[name]) || likeYoast(stored.get(rankMathKeys[name]) ?? '');
  return {
    title: text('title'),
    description: text('description'),
    canonical: text('canonical'),
    noindex: readNoindex(stored.get(seoKeys.noindex), decode(stored.get(rankMathKeys.robots) ?? '')),
    socialTitle: text('socialTitle'),
    socialDescription: text('socialDescription'),
    pictureId: idIn(stored.get(seoKeys.pictureId)) || idIn(stored.get(rankMathKeys.pictureId)),
    pictureUrl: stored.get(seoKeys.pictureUrl) ?? '',
  };
}

const idIn = (stored: string | undefined): number => {
  const id = Number(stored);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
};

/** Variables of Rank Math are written with one sign on each side. */
const likeYoast = (text: string): string => text.replace(/%([a-z_]+)%/g, '%%$1%%');

function readNoindex(stored: string | undefined, robots: unknown): boolean | null {
  if (stored === '1') return true;
  if (stored === '2') return false;
  if (!Array.isArray(robots)) return null;
  return robots.includes('noindex') ? true : robots.includes('index') ? false : null;
}

/** What is stored for changes of a post, by key; null for nothing. */
export function seoRows(changes: Partial<SeoValues>): Readonly<Record<string, string | null>> {
  const { noindex, pictureId, ...texts } = changes;
  const rows: [string, string | null][] = Object.entries(texts).map(([name, text]) => [keyOf(name), text || null]);
  if (noindex !== undefined) rows.push([seoKeys.noindex, noindex === null ? null : noindex ? '1' : '2']);
  if (pictureId !== undefined) rows.push([seoKeys.pictureId, pictureId > 0 ? String(pictureId) : null]);
  return Object.fromEntries(rows);
}

const keyOf = (name: string): string => new Map<string, string>(Object.entries(seoKeys)).get(name) ?? name;

/** What changes leave of the rows of Rank Math, by key; null for nothing. What is changed is stored in one place only. */
export function rankMathRows(
  changes: Partial<SeoValues>,
  robots: unknown,
  encode: (value: unknown) => string,
): Readonly<Record<string, string | null>> {
  const names = new Map<string, string>(Object.entries(rankMathKeys));
  const rows = Object.keys(changes).flatMap((name): [string, null][] => {
    const key = names.get(name);
    return key === undefined ? [] : [[key, null]];
  });
  if (changes.noindex === undefined || !Array.isArray(robots)) return Object.fromEntries(rows);
  const left = robots.filter((one) => one !== 'index' && one !== 'noindex');
  return { ...Object.fromEntries(rows), [rankMathKeys.robots]: left.length > 0 ? encode(left) : null };
}

/** The key under which Rank Math stores a list of what robots may do. */
export const rankMathRobotsKey = rankMathKeys.robots;

/** The values of a term as they are stored in a list of all of them. */
export function readTermSeo(stored: Readonly<Record<string, unknown>>): SeoValues {
  const text = (name: string): string => {
    const value = stored[`wpseo_${name}`];
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  };
  const noindex = text('noindex');
  return {
    title: text('title'),
    description: text('desc'),
    canonical: text('canonical'),
    noindex: noindex === 'noindex' ? true : noindex === 'index' ? false : null,
    socialTitle: text('opengraph-title'),
    socialDescription: text('opengraph-description'),
    pictureId: idIn(text('opengraph-image-id')),
    pictureUrl: text('opengraph-image'),
  };
}

/** The same in the stored form; other members of what was stored stay. */
export function writeTermSeo(stored: Readonly<Record<string, unknown>>, values: SeoValues): Record<string, unknown> {
  const written: Readonly<Record<string, string>> = {
    title: values.title,
    desc: values.description,
    canonical: values.canonical,
    noindex: values.noindex === null ? '' : values.noindex ? 'noindex' : 'index',
    'opengraph-title': values.socialTitle,
    'opengraph-description': values.socialDescription,
    'opengraph-image-id': values.pictureId > 0 ? String(values.pictureId) : '',
    'opengraph-image': values.pictureUrl,
  };
  const left = Object.entries(stored).filter(([name]) => !Object.hasOwn(written, name.replace(/^wpseo_/, '')));
  const set = Object.entries(written).filter(([, value]) => value !== '');
  return Object.fromEntries([...left, ...set.map(([name, value]) => [`wpseo_${name}`, value])]);
}

/** What the variables of a text stand for. */
export type SeoVariables = Readonly<Partial<Record<string, string>>>;

/** Longer texts are cut: a variable may stand for a long one, many times. */
const longest = 2_000;

/** A text with its variables replaced; an unknown one is left out. */
export function filledSeo(text: string, variables: SeoVariables): string {
  if (!text.includes('%%')) return text.slice(0, longest).toWellFormed().trim();
  const filled = text.replace(/%%([\w-]+)%%/g, (_all, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? '') : '',
  );
  return filled.slice(0, longest).toWellFormed().replace(/\s+/g, ' ').trim();
}

/** What a site says of items that say nothing themselves. */
export interface SeoDefaults {
  readonly separator: string;
  /** The template of the title of a type or `tax-` and a taxonomy; empty for none. */
  readonly title: (name: string) => string;
  readonly description: (name: string) => string;
  readonly isNoindex: (name: string) => boolean;
}

const separators: Readonly<Record<string, string>> = {
  'sc-dash': '-',
  'sc-ndash': '–',
  'sc-mdash': '—',
  'sc-colon': ':',
  'sc-middot': '·',
  'sc-bull': '•',
  'sc-star': '*',
  'sc-smstar': '⋆',
  'sc-pipe': '|',
  'sc-tilde': '~',
  'sc-laquo': '«',
  'sc-raquo': '»',
  'sc-lt': '<',
  'sc-gt': '>',
};

/** Reads what Yoast SEO stores as `wpseo_titles`; without it there are no templates. */
export function seoDefaults(stored: unknown): SeoDefaults {
  const titles = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : []);
  const text = (name: string): string => {
    const value = titles.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    separator: new Map(Object.entries(separators)).get(text('separator')) ?? '–',
    title: (name) => text(`title-${name}`),
    description: (name) => text(`metadesc-${name}`),
    isNoindex: (name) => [true, '1', 1, 'on'].some((on) => on === titles.get(`noindex-${name}`)),
  };
}
