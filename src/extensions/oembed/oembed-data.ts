import { embeddedPost } from '../../extension.ts';
import type { EmbedSize } from './embed-size.ts';

/** The thumbnail of an embed. */
export interface Thumbnail {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** The data of an embed of one of the site's own posts; everything in it is public. */
export interface EmbedSubject {
  readonly link: string;
  /** As it is stored. */
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
export function oembedData(subject: EmbedSubject, size: EmbedSize): OembedData {
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
    html: embeddedPost({ link: subject.link, title: subject.shownTitle, siteName: subject.siteName }, size),
    ...(subject.thumbnail
      ? {
          thumbnail_url: subject.thumbnail.url,
          thumbnail_width: subject.thumbnail.width,
          thumbnail_height: subject.thumbnail.height,
        }
      : {}),
  };
}

/** The largest size of a thumbnail for an embed of this width. */
export function thumbnailSize(picture: { readonly width: number; readonly height: number }, width: number) {
  const scale = Math.min(1, width / picture.width);
  return { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) };
}
