import { escapeKeepingReferences } from '../scan/entities.ts';

/** A post of a site as other pages embed it. */
export interface EmbeddedPost {
  readonly link: string;
  /** Rendered, as visitors see it. */
  readonly title: string;
  readonly siteName: string;
}

/** A quotation that works anywhere, and a frame that may run scripts but nothing else. */
export function embeddedPost(
  { link, title, siteName }: EmbeddedPost,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const label = escapeKeepingReferences(`&#8220;${title}&#8221; &#8212; ${siteName}`);
  return [
    `<blockquote class="wp-embedded-content"><a href="${escapeKeepingReferences(link)}">${title}</a></blockquote>\n`,
    `<iframe sandbox="allow-scripts" security="restricted" src="${escapeKeepingReferences(frameAddress(link))}" width="${width}" height="${height}"`,
    ` title="${label}" frameborder="0" marginwidth="0" marginheight="0" scrolling="no" class="wp-embedded-content"></iframe>`,
  ].join('');
}

/** The URL of the page inside the frame. */
const frameAddress = (link: string): string =>
  link.includes('?') ? `${link}&embed=true` : `${link.replace(/\/?$/, '/')}embed/`;
