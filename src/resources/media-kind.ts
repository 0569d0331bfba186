import { isShown } from '../content/post-types.ts';
import { type ContentKind, type ContentParts, type ContentTraits, contentKind } from '../kinds/content-kind.ts';

const traits: ContentTraits = {
  openStatus: 'inherit',
  sticky: false,
  siteDiscussion: { comments: true, pings: false },
};

/** Media as a kind of content, with the kinds whose rows files can hang on. */
export interface MediaKind extends ContentKind {
  /** Type name → kind; what hangs on a row has its address below the row's own. */
  readonly parents: ReadonlyMap<string, ContentKind>;
}

export function mediaKind(parts: ContentParts): MediaKind {
  const others = parts.types.filter((type) => isShown(type) && !type.inheritsFromParent);
  return {
    ...contentKind('attachment', traits, parts),
    parents: new Map(others.map(({ name }) => [name, contentKind(name, traits, parts)])),
  };
}
