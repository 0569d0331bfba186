import { type HeadElement, plainText } from 'platen/content';

export interface PageFacts {
  readonly title: string;
  readonly siteName: string;
  readonly description?: string;
  /** The address that counts; without one the page is not for search engines. */
  readonly link?: string;
  readonly picture?: string | undefined;
}

/** The head of a page for which the server has none: that of lists, and of every page on another server. */
export function ownHead({ title, siteName, description = '', link, picture }: PageFacts): HeadElement[] {
  const meta = (kind: 'name' | 'property', name: string, content = ''): HeadElement[] =>
    content === '' ? [] : [{ tag: 'meta', attributes: { [kind]: name, content } }];
  return [
    { tag: 'title', attributes: {}, text: title === siteName ? title : `${title} – ${siteName}` },
    ...meta('name', 'description', description),
    ...(link ? [{ tag: 'link', attributes: { rel: 'canonical', href: link } }] : meta('name', 'robots', 'noindex')),
    ...meta('property', 'og:title', title),
    ...meta('property', 'og:description', description),
    ...meta('property', 'og:url', link),
    ...meta('property', 'og:site_name', siteName),
    ...meta('property', 'og:image', picture),
  ];
}

/** The beginning of a text, for descriptions and lists. */
export function beginning(html: string, length: number): string {
  const text = plainText(html);
  return text.length <= length ? text : `${text.slice(0, text.lastIndexOf(' ', length))}…`;
}
