import { json, type OutputOf } from '../../lib/schema/json-schema.ts';
import { cardTitle, type HeadFacts, type HeadSite } from './page-head.ts';

const pictureSchema = json.object({ width: json.integer, height: json.integer, url: json.string, type: json.string }, [
  'width',
  'height',
  'type',
]);

/** The head of a page in the members that Yoast SEO documents. */
export const yoastHeadSchema = json.object(
  {
    title: json.string,
    description: json.string,
    robots: json.object(
      {
        index: json.words('index', 'noindex'),
        follow: json.words('follow'),
        'max-snippet': json.string,
        'max-image-preview': json.string,
        'max-video-preview': json.string,
      },
      ['max-snippet', 'max-image-preview', 'max-video-preview'],
    ),
    canonical: json.string,
    og_locale: json.string,
    og_type: json.string,
    og_title: json.string,
    og_description: json.string,
    og_url: json.string,
    og_site_name: json.string,
    article_published_time: json.string,
    article_modified_time: json.string,
    og_image: json.listOf(pictureSchema),
    author: json.string,
    twitter_card: json.string,
    schema: json.object({ '@context': json.string, '@graph': json.listOf({ type: 'object' }) }),
  },
  [
    'description',
    'canonical',
    'og_description',
    'og_url',
    'article_published_time',
    'article_modified_time',
    'og_image',
    'author',
    'schema',
  ],
);

export function yoastHead(facts: HeadFacts, { site }: HeadSite): OutputOf<typeof yoastHeadSchema> {
  const { canonical, isIndexed, picture, data } = facts;
  const properties = new Map(facts.properties);
  const description = facts.socialDescription || facts.description;
  const author = nameIn(data?.['author']);
  return {
    title: facts.title,
    ...given('description', facts.description),
    robots: isIndexed
      ? {
          index: 'index',
          follow: 'follow',
          'max-snippet': 'max-snippet:-1',
          'max-image-preview': 'max-image-preview:large',
          'max-video-preview': 'max-video-preview:-1',
        }
      : { index: 'noindex', follow: 'follow' },
    // A page that is not to be found has no address to be found at.
    ...given('canonical', isIndexed ? (canonical ?? '') : ''),
    og_locale: site.language.replace('-', '_'),
    og_type: facts.openGraphType,
    og_title: cardTitle(facts, site.title),
    ...given('og_description', description),
    ...given('og_url', canonical ?? ''),
    og_site_name: site.title,
    ...given('article_published_time', properties.get('article:published_time') ?? ''),
    ...given('article_modified_time', properties.get('article:modified_time') ?? ''),
    ...(picture ? { og_image: [pictureFacts(picture)] } : {}),
    ...given('author', author),
    twitter_card: 'summary_large_image',
    ...(data ? { schema: graphOf(data) } : {}),
  };
}

/** A member that is left out where it is empty. */
const given = <Name extends string>(name: Name, value: string) =>
  // A name that is computed is not known to the type of the object.
  (value === '' ? {} : { [name]: value }) as { readonly [N in Name]?: string };

const nameIn = (author: unknown): string => {
  const name = typeof author === 'object' && author !== null && 'name' in author ? author.name : '';
  return typeof name === 'string' ? name : '';
};

const imageTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
};

function pictureFacts({ src, width, height }: NonNullable<HeadFacts['picture']>) {
  const ending = /\.([a-z]+)(?:[?#]|$)/i.exec(src)?.[1]?.toLowerCase() ?? '';
  const type = imageTypes[ending];
  return { ...(width > 1 ? { width, height } : {}), url: src, ...(type ? { type } : {}) };
}

function graphOf({ '@context': context, ...piece }: NonNullable<HeadFacts['data']>) {
  return { '@context': typeof context === 'string' ? context : 'https://schema.org', '@graph': [piece] };
}
