import type { Call } from '../../api/call.ts';
import { system } from '../../rules/capabilities.ts';
import { fillPreviewUrl, type PreviewUrls, previewUrlFor } from '../../rules/preview-url.ts';
import type { Post } from '../../storage/rows.ts';
import { addressesOf } from '../../wp/posts/content-addresses.ts';
import type { ContentKind } from '../../wp/posts/content-kind.ts';
import { generatedSlugs } from '../../wp/posts/operations/post-slug.ts';

/** Where previews can be seen. */
export interface PreviewPlaces {
  /** Whether the server shows pages. */
  readonly hasPages: boolean;
  /** Where a front end shows previews. */
  readonly previewUrl: PreviewUrls;
}

/** Where the preview of an item is seen. */
export interface PreviewLinks {
  /** Empty where there is no page. */
  readonly link: string;
  readonly isFrontEnd: boolean;
  /** The item in the interface. */
  readonly href: string;
}

/** Adds a token to where an item is seen. */
export type LinkPreview = (token: string) => PreviewLinks;

/** Where the previews of items of one kind are seen, in the order of the items. */
export async function previewLinksOf(
  kind: ContentKind,
  posts: readonly Post[],
  call: Call,
  { hasPages, previewUrl }: PreviewPlaces,
): Promise<LinkPreview[]> {
  const { type } = kind;
  const template = previewUrlFor(previewUrl, type);
  const paths = template === null ? [] : await publicPaths(kind, posts, call);
  const pages = template === null && hasPages && type.public ? await addressesOf(kind, posts, call) : [];
  return posts.map(({ id }, i) => (token) => {
    const href = withToken(`${call.site.apiUrl}${itemPath(kind, id)}`, token);
    if (template !== null) {
      const facts = { path: paths[i] ?? '/', id, type: type.name, token };
      return { link: fillPreviewUrl(template, facts), isFrontEnd: true, href };
    }
    const page = pages[i];
    return { link: page ? withToken(page, token) : '', isFrontEnd: false, href };
  });
}

/** The path of an item in the interface. */
export const itemPath = ({ type }: ContentKind, id: number): string => `/wp/v2/${type.restBase}/${id}`;

/**
 * The paths that items have once they are public, under the slug they have now or would get from their title. Whoever may
 * see an item may know its address, so rows above it that are hidden are part of it.
 */
export async function publicPaths(
  kind: ContentKind,
  posts: readonly Post[],
  { store, site }: Pick<Call, 'store' | 'site'>,
): Promise<string[]> {
  const unnamed = posts.filter(({ slug }) => slug === '');
  const made = unnamed.length > 0 ? await generatedSlugs(kind, unnamed, store) : [];
  const slugs = new Map(unnamed.map(({ id }, i) => [id, made[i] ?? '']));
  const published = posts.map((post) => ({
    ...post,
    slug: slugs.get(post.id) ?? post.slug,
    status: kind.type.openStatus,
  }));
  const addresses = await addressesOf(kind, published, { store, site, caller: system });
  return addresses.map((address) => new URL(address).pathname);
}

const withToken = (url: string, token: string): string => `${url}${url.includes('?') ? '&' : '?'}preview=${token}`;
