import type { Site } from '../../extension.ts';
import { embedSize } from './embed-size.ts';
import { type EmbedSubject, oembedData, thumbnailSize } from './oembed-data.ts';
import type { VisitorView } from './visitor-view.ts';

/** The oEmbed answer for what a visitor sees, at a wished width. */
export function embedAnswer(view: VisitorView, site: Site, wishedWidth: unknown) {
  const size = embedSize(wishedWidth);
  const subject: EmbedSubject = {
    link: view.link,
    embedLink: embedAddress(view.link),
    title: view.title,
    markedTitle: markedTitle(view),
    authorName: view.author?.name ?? site.title,
    authorUrl: view.author?.link ?? site.url,
    siteName: site.title,
    siteUrl: site.url,
    thumbnail: view.image ? { url: view.image.url, ...thumbnailSize(view.image, size.width) } : null,
  };
  return oembedData(subject, size);
}

/** A protected post says so wherever its title stands for its text. */
export function markedTitle(view: VisitorView): string {
  return view.isProtected ? `Protected: ${view.title}` : view.title;
}

/** Where the page behind the frame is. */
export function embedAddress(link: string): string {
  return link.includes('?') ? `${link}&embed=true` : `${link.replace(/\/?$/, '/')}embed/`;
}
