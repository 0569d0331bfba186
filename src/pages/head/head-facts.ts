import type { PictureModel } from '../../theme/basic-models.ts';

/** A link of a page to another form of it, in the head and, where `inHeader` is set, in the `Link` header too. */
export interface HeadLink {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
  readonly inHeader?: boolean;
}

/** What the head of a page says about it. */
export interface HeadFacts {
  readonly title: string;
  readonly description: string;
  /** Null for pages that are not meant to be found. */
  readonly canonical: string | null;
  readonly isIndexed: boolean;
  readonly openGraphType: 'website' | 'article' | 'profile';
  readonly picture: PictureModel | null;
  /** Further properties of Open Graph, such as `article:published_time`. */
  readonly properties: readonly (readonly [name: string, content: string])[];
  /** Structured data of schema.org; null for none. */
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly links: readonly HeadLink[];
  /** Rules that only the text of this page needs; empty for none. */
  readonly styles?: string;
}

/** The value of the `Link` header. */
export function linkHeader(links: readonly HeadLink[]): string[] {
  return links
    .filter((link) => link.inHeader)
    .map(
      ({ rel, href, type }) =>
        `<${href.replace(/[<>\s"]/g, encodeURIComponent)}>; rel="${rel}"${type ? `; type="${type}"` : ''}`,
    );
}
