import { capabilityTo, type TypeFacts } from './capabilities.ts';

/** The features a type can support, under the names clients of this interface know. */
export const supportNames = [
  'title',
  'editor',
  'author',
  'thumbnail',
  'excerpt',
  'trackbacks',
  'custom-fields',
  'comments',
  'revisions',
  'page-attributes',
  'post-formats',
] as const;

export type Support = (typeof supportNames)[number];

export const isSupport = (name: string): name is Support => supportNames.some((known) => known === name);

/** Where a type or taxonomy is declared; `database` is what plugins of another system stored, `site` what its administrators made. */
export const contentSources = ['built-in', 'configuration', 'extension', 'database', 'site'] as const;

export type ContentSource = (typeof contentSources)[number];

/** How the permalink of a row is built. */
export type LinkStyle = 'dated' | 'path' | 'named' | 'attached' | 'query';

/** A type of content in the posts table. A new type is a new entry; no code branches on the names. */
export interface PostType extends TypeFacts {
  /** Last segment of its collection's path; null for types this interface does not show. */
  readonly restBase: string | null;
  readonly source: ContentSource;
  readonly description: string;
  readonly hierarchical: boolean;
  readonly taxonomies: readonly string[];
  readonly supports: readonly Support[];
  /** Features whose fields the interface shows although the type does not claim to support them. */
  readonly alsoShows: readonly Support[];
  readonly linkStyle: LinkStyle;
  /** The first segment of its permalinks, for the style `named`; with a slash before it where they begin at the root. */
  readonly linkBase: string;
  /** The path segment of its archive; null where it has none. */
  readonly archive: string | null;
  /** Whether readers see the texts as stored, not rendered: they are parts for editors to use. */
  readonly storedTexts?: boolean;
  /** Whether its routes came later, and have the form of today in every variant that has them. */
  readonly later?: boolean;
  /** Whether the stored texts are shown where a row is embedded too: editors build what they show from them. */
  readonly rawInEmbeds?: boolean;
  /** Whether editors can leave notes beside the text. */
  readonly notes?: boolean;
  /** Whether themes know a template for it by its own name, without one for types in general. */
  readonly ownTemplate?: boolean;
  /** The icon that stands for it in an editor's menu. */
  readonly icon?: string;
  /** The name of its icon on the admin page, if its owner gave one. */
  readonly adminIcon?: string;
  /** The tabs of its form: names with what people see. */
  readonly tabs?: Readonly<Record<string, string>>;
  /** Whether it has a screen of its own in an editor's user interface; default: as `public`. */
  readonly hasScreen?: boolean;
  /** What the interface calls its capabilities, where the names differ from those that are needed. */
  readonly capabilityNames?: Readonly<Record<string, string>>;
  /** The status that everyone may list, and the default of a list. */
  readonly openStatus: 'publish' | 'inherit';
  /** Whether rows can be sticky, that is, first on the site's front page. */
  readonly sticky: boolean;
  /** Whether new rows use the site's defaults for comments and pings; closed where they do not. */
  readonly siteDiscussion: { readonly comments: boolean; readonly pings: boolean };
  readonly labels: TypeLabels;
}

/** A type with a collection in the interface. */
export type ShownPostType = PostType & { readonly restBase: string };

/** The labels for an editor's user interface; null where the type has no such feature. */
export type TypeLabels = Readonly<Record<string, string | null>> & { readonly name: string };

/** Whether the interface has a collection for this type. */
export function isShownType(type: PostType): type is ShownPostType {
  return type.restBase !== null;
}

export function supports(type: PostType, what: Support): boolean {
  return type.supports.includes(what);
}

/** Whether the interface shows the member `meta` on rows of the type; files always have it. */
export const showsMeta = (type: PostType): boolean =>
  type.inheritsFromParent || supports(type, 'custom-fields') || type.alsoShows.includes('custom-fields');

/** The capabilities of a type: generic name → name for this type. */
export function capabilityNames(type: PostType): Record<string, string> {
  const one = type.capabilityType;
  const to = (act: string) => capabilityTo(act, type);
  return {
    edit_post: `edit_${one}`,
    read_post: `read_${one}`,
    delete_post: `delete_${one}`,
    edit_posts: to('edit'),
    edit_others_posts: to('edit_others'),
    publish_posts: to('publish'),
    read_private_posts: to('read_private'),
    read: 'read',
    delete_posts: to('delete'),
    delete_private_posts: to('delete_private'),
    delete_published_posts: to('delete_published'),
    delete_others_posts: to('delete_others'),
    edit_private_posts: to('edit_private'),
    edit_published_posts: to('edit_published'),
    create_posts: type.createCapability ?? to('edit'),
    ...type.capabilityNames,
  };
}
