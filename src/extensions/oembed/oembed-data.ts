import type { EmbedSize } from './embed-size.ts';
import { escapeHtml, escapeKeepingEntities } from './html.ts';

/** A picture that stands for what is embedded. */
export interface Thumbnail {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** What an embed of one of the site's own posts is made from; everything in it is public. */
export interface EmbedSubject {
  readonly link: string;
  readonly embedLink: string;
  /** The title as rendered, without and with the word that marks a protected post. */
  readonly title: string;
  readonly markedTitle: string;
  readonly authorName: string;
  readonly authorUrl: string;
  readonly siteName: string;
  readonly siteUrl: string;
  readonly thumbnail: Thumbnail | null;
}

/** The oEmbed answer for a post: who offers it, and HTML to put into another page. */
export function oembedData(subject: EmbedSubject, size: EmbedSize): Readonly<Record<string, string | number>> {
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
    html: embedHtml(subject, size),
    ...(subject.thumbnail
      ? {
          thumbnail_url: subject.thumbnail.url,
          thumbnail_width: subject.thumbnail.width,
          thumbnail_height: subject.thumbnail.height,
        }
      : {}),
  };
}

/** A quotation that works anywhere, and a frame that may run scripts but nothing else. */
function embedHtml(subject: EmbedSubject, { width, height }: EmbedSize): string {
  const title = escapeKeepingEntities(`&#8220;${subject.markedTitle}&#8221; &#8212; ${escapeHtml(subject.siteName)}`);
  return [
    `<blockquote class="wp-embedded-content"><a href="${escapeHtml(subject.link)}">${subject.markedTitle}</a></blockquote>\n`,
    `<iframe sandbox="allow-scripts" security="restricted" src="${escapeHtml(subject.embedLink)}" width="${width}" height="${height}"`,
    ` title="${title}" frameborder="0" marginwidth="0" marginheight="0" scrolling="no" class="wp-embedded-content"></iframe>`,
  ].join('');
}

/** The largest size a picture may be shown at beside an embed of this width. */
export function thumbnailSize(picture: { readonly width: number; readonly height: number }, width: number) {
  const scale = Math.min(1, width / picture.width);
  return { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) };
}
