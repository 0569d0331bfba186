import type { ShownTaxonomy } from '../../rules/taxonomies.ts';
import type { CoreContext } from '../context/core-context.ts';
import type { ContentKind, ContentKinds } from '../posts/content-kind.ts';
import type { ContentDisplay } from '../posts/content-view.ts';
import type { SearchResult } from './search-result.ts';

/** The dependencies of searches. */
export interface SearchContext extends Pick<CoreContext, 'taxonomies' | 'textWork'> {
  readonly kinds: ContentKinds;
  readonly display: ContentDisplay;
}

/** What a search asks for, besides its kind. */
export interface SearchInput {
  readonly search?: string | undefined;
  readonly page: number;
  readonly per_page: number;
  readonly include: readonly number[];
  readonly exclude: readonly number[];
}

/** What is searched, and how it is shown. */
export interface Searched
  extends Pick<ContentDisplay, 'render' | 'shortcodes' | 'blocks'>,
    Pick<CoreContext, 'textWork'> {
  /** The public kinds of content. */
  readonly kinds: readonly ContentKind[];
  readonly taxonomies: readonly ShownTaxonomy[];
  /** Whether a type or taxonomy is asked for. */
  readonly isAsked: (name: string) => boolean;
}

export interface Found {
  readonly results: readonly SearchResult[];
  readonly total: number;
}
