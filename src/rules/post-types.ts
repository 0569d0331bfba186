import type { TypeFacts } from './capabilities.ts';

/** The features a type can support, under the names clients of this interface know. */
export type Support =
  | 'title'
  | 'editor'
  | 'author'
  | 'thumbnail'
  | 'excerpt'
  | 'trackbacks'
  | 'custom-fields'
  | 'comments'
  | 'revisions'
  | 'page-attributes'
  | 'post-formats';

/** How the permalink of a row is built. */
export type LinkStyle = 'dated' | 'path' | 'attached' | 'query';

/** A type of content in the posts table. A new type is a new entry; no code branches on the names. */
export interface PostType extends TypeFacts {
  /** Last segment of its collection's path; null for types this interface does not show. */
  readonly restBase: string | null;
  readonly description: string;
  readonly hierarchical: boolean;
  readonly taxonomies: readonly string[];
  readonly supports: readonly Support[];
  readonly linkStyle: LinkStyle;
  /** The capability required for creating, where it differs from the one for editing. */
  readonly createCapability?: string;
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

/** The built-in types, in the order the interface lists them. */
export const corePostTypes: readonly PostType[] = [
  {
    name: 'post',
    restBase: 'posts',
    description: '',
    capabilityType: 'post',
    public: true,
    inheritsFromParent: false,
    hierarchical: false,
    taxonomies: ['category', 'post_tag'],
    supports: [
      'title',
      'editor',
      'author',
      'thumbnail',
      'excerpt',
      'trackbacks',
      'custom-fields',
      'comments',
      'revisions',
      'post-formats',
    ],
    linkStyle: 'dated',
    openStatus: 'publish',
    sticky: true,
    siteDiscussion: { comments: true, pings: true },
    labels: labelsFor({ one: 'Post', many: 'Posts' }),
  },
  {
    name: 'page',
    restBase: 'pages',
    description: '',
    capabilityType: 'page',
    public: true,
    inheritsFromParent: false,
    hierarchical: true,
    taxonomies: [],
    supports: ['title', 'editor', 'author', 'thumbnail', 'page-attributes', 'custom-fields', 'comments', 'revisions'],
    linkStyle: 'path',
    openStatus: 'publish',
    sticky: false,
    siteDiscussion: { comments: false, pings: false },
    labels: labelsFor({ one: 'Page', many: 'Pages', parent: 'Page above this one:' }),
  },
  {
    name: 'attachment',
    restBase: 'media',
    description: '',
    capabilityType: 'post',
    public: true,
    inheritsFromParent: true,
    hierarchical: false,
    taxonomies: [],
    supports: ['title', 'author', 'comments'],
    linkStyle: 'attached',
    openStatus: 'inherit',
    sticky: false,
    siteDiscussion: { comments: true, pings: false },
    createCapability: 'upload_files',
    labels: labelsFor({ one: 'Media item', many: 'Media' }),
  },
  internalType('revision', { label: 'Revisions', supports: ['author'] }),
  internalType('nav_menu_item', { label: 'Menu items' }),
  internalType('custom_css', { label: 'Style sheets' }),
  internalType('customize_changeset', { label: 'Sets of changes' }),
  internalType('oembed_cache', { label: 'Kept embeds' }),
  internalType('user_request', { label: 'Requests of users' }),
];

/** A type whose rows are for internal use and never shown as content. */
export function internalType(name: string, facts: { label: string; supports?: readonly Support[] }): PostType {
  return {
    name,
    restBase: null,
    description: '',
    capabilityType: 'post',
    public: false,
    inheritsFromParent: false,
    hierarchical: false,
    taxonomies: [],
    supports: facts.supports ?? [],
    linkStyle: 'query',
    openStatus: 'publish',
    sticky: false,
    siteDiscussion: { comments: false, pings: false },
    labels: labelsFor({ one: facts.label, many: facts.label }),
  };
}

/** Whether the interface has a collection for this type. */
export function isShownType(type: PostType): type is ShownPostType {
  return type.restBase !== null;
}

export function supports(type: PostType, what: Support): boolean {
  return type.supports.includes(what);
}

/** The capabilities of a type: generic name → name for this type. */
export function capabilityNames(type: PostType): Record<string, string> {
  const one = type.capabilityType;
  const many = `${one}s`;
  return {
    edit_post: `edit_${one}`,
    read_post: `read_${one}`,
    delete_post: `delete_${one}`,
    edit_posts: `edit_${many}`,
    edit_others_posts: `edit_others_${many}`,
    publish_posts: `publish_${many}`,
    read_private_posts: `read_private_${many}`,
    read: 'read',
    delete_posts: `delete_${many}`,
    delete_private_posts: `delete_private_${many}`,
    delete_published_posts: `delete_published_${many}`,
    delete_others_posts: `delete_others_${many}`,
    edit_private_posts: `edit_private_${many}`,
    edit_published_posts: `edit_published_${many}`,
    create_posts: type.createCapability ?? `edit_${many}`,
  };
}

function labelsFor(words: { one: string; many: string; parent?: string }): TypeLabels {
  const one = words.one.toLowerCase();
  const many = words.many.toLowerCase();
  return {
    name: words.many,
    singular_name: words.one,
    add_new: 'New',
    add_new_item: `Start a new ${one}`,
    edit_item: `Change this ${one}`,
    new_item: `New ${one}`,
    view_item: `Show this ${one}`,
    view_items: `Show all ${many}`,
    search_items: `Find ${many}`,
    not_found: `There are no ${many} here.`,
    not_found_in_trash: `There are no ${many} in the trash.`,
    parent_item_colon: words.parent ?? null,
    all_items: `Every ${one}`,
    archives: `Older ${many}`,
    attributes: `Traits of the ${one}`,
    insert_into_item: `Put into the ${one}`,
    uploaded_to_this_item: `Added to this ${one}`,
    featured_image: 'Lead image',
    set_featured_image: 'Choose a lead image',
    remove_featured_image: 'Take the lead image away',
    use_featured_image: 'Make this the lead image',
    filter_items_list: `Narrow the list of ${many}`,
    items_list_navigation: `Move through the list of ${many}`,
    items_list: `List of ${many}`,
    menu_name: words.many,
    name_admin_bar: words.one,
  };
}
