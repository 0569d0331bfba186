import { randomBytes } from 'node:crypto';
import { authorLink, type Call, type ExtensionHost, embeddedPost, type Scalar } from '../../extension.ts';
import type { AddressBook, Resolved } from './resolve-address.ts';
import { type VisitorImage, visitorView } from './visitor-view.ts';

/** Describes the item at a URL of this site; null when there is none that every visitor may see. */
export type OwnEmbeds = (
  url: string,
  size: EmbedSize,
  call: Pick<Call, 'store' | 'site' | 'ask'>,
) => Promise<OembedData | null>;

/** Serves the site's own items, found by URL through `resolve`. */
export function createOwnEmbeds(
  host: Pick<ExtensionHost, 'types'>,
  resolve: (book: AddressBook, url: string) => Promise<Resolved | null>,
  { talkingFrames }: { readonly talkingFrames: boolean },
): OwnEmbeds {
  return async (url, size, call) => {
    const { store, site } = call;
    const found = await resolve({ store, site, types: host.types }, url);
    const view = found && (await visitorView({ ask: call.ask, types: host.types }, found.post));
    if (!view) return null;
    const author = await store.users.byId(found.post.authorId);
    return oembedData(
      {
        link: view.link,
        title: talkingFrames ? view.title : found.post.title,
        shownTitle: view.title,
        authorName: author?.displayName ?? site.title,
        authorUrl: author ? authorLink(site, author) : site.url,
        siteName: site.title,
        siteUrl: site.url,
        thumbnail: view.image && {
          url: (talkingFrames ? fittingFile(view.image, size.width) : view.image).url,
          ...thumbnailSize(view.image, size.width),
        },
      },
      size,
      talkingFrames ? randomBytes(5).toString('hex') : undefined,
    );
  };
}

/** The thumbnail of an embed. */
export interface Thumbnail {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** The data of an embed of one of the site's own posts; everything in it is public. */
export interface EmbedSubject {
  readonly link: string;
  /** As it is stored or, where frames talk to their page, as visitors see it. */
  readonly title: string;
  /** Rendered, as visitors see it. */
  readonly shownTitle: string;
  readonly authorName: string;
  readonly authorUrl: string;
  readonly siteName: string;
  readonly siteUrl: string;
  readonly thumbnail: Thumbnail | null;
}

/** The members of an oEmbed response, by name. */
export type OembedData = Readonly<Record<string, string | number>>;

/** The oEmbed response for a post: the provider, and HTML to insert into another page. */
export function oembedData(subject: EmbedSubject, size: EmbedSize, secret?: string): OembedData {
  const post = { link: subject.link, title: subject.shownTitle, siteName: subject.siteName };
  return {
    version: '1.0',
    provider_name: subject.siteName,
    provider_url: subject.siteUrl,
    author_name: subject.authorName,
    author_url: subject.authorUrl,
    title: subject.title,
    type: 'rich',
    width: size.width,
    height: size.height,
    html: secret === undefined ? embeddedPost(post, size) : `${embeddedPost(post, size, { secret })}${listener}\n`,
    ...(subject.thumbnail
      ? {
          thumbnail_url: subject.thumbnail.url,
          thumbnail_width: subject.thumbnail.width,
          thumbnail_height: subject.thumbnail.height,
        }
      : {}),
  };
}

/** Gives a frame the height that the page in it asks for, within bounds, where that page knows its secret. */
const listener = `<script>
addEventListener('message', (event) => {
  const { secret, message, value } = event.data ?? {};
  if (message !== 'height' || !/^[a-z0-9]+$/i.test(secret)) return;
  for (const frame of document.querySelectorAll('iframe[data-secret="' + secret + '"]')) {
    if (frame.contentWindow === event.source) frame.height = Math.min(Math.max(Number(value) || 0, 200), 1000);
  }
});
</script>`;

/** The smallest file of a picture that is as wide as an embed and shows the same part of it. */
function fittingFile(picture: VisitorImage, width: number): { readonly url: string } {
  const shape = picture.height / picture.width;
  const fitting = picture.copies.filter(
    (copy) => copy.width >= width && Math.abs(copy.width * shape - copy.height) <= 1,
  );
  return fitting.sort((one, other) => one.width - other.width)[0] ?? picture;
}

/** The largest size of a thumbnail for an embed of this width. */
export function thumbnailSize(picture: { readonly width: number; readonly height: number }, width: number) {
  const scale = Math.min(1, width / picture.width);
  return { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) };
}

/** The width and height of an embed in pixels. */
export interface EmbedSize {
  readonly width: number;
  readonly height: number;
}

const minWidth = 200;
const maxWidth = 600;
const minHeight = 200;

/** The size of an embed of the site's own: a width of 200–600 and the matching height, at least 200. */
export function embedSize(requestedWidth: Scalar, mostHeight?: Scalar): EmbedSize {
  const width = Math.min(Math.max(minWidth, pixelsOf(requestedWidth) ?? 0), maxWidth);
  const height = Math.min(Math.ceil((width / 16) * 9), pixelsOf(mostHeight) ?? Number.POSITIVE_INFINITY);
  return { width, height: Math.max(height, minHeight) };
}

const mostPixels = 10_000;

/** The leading number of a value in pixels, ignoring its sign; null where there is none. */
export function pixelsOf(value: Scalar | undefined): number | null {
  const number = Math.abs(Number.parseInt(String(value), 10));
  return number > 0 ? Math.min(number, mostPixels) : null;
}
