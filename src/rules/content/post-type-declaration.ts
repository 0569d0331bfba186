import type { FieldTable } from '../fields/field-declaration.ts';
import type { ContentSource, PostType, Support, TypeLabels } from '../post-types.ts';
import type { MetaFieldDeclaration } from './meta-declaration.ts';

/** How much a role may do with items of a type: everything, its own items, or its own drafts. */
export type RoleGrant = 'all' | 'own' | 'drafts';

/** A type of content, as its owner declares it. Everything else follows from it: routes, fields, permissions, links. */
export interface PostTypeDeclaration {
  /** Stored with every item, at most 20 lower-case letters, digits, `_` and `-`. It must never change. */
  readonly name: string;
  /** Last segment of the collection's path, `/wp/v2/REST_BASE`. Default: the name. Null: not shown in the interface. */
  readonly restBase?: string | null;
  /** Words for people. `name` is the plural. Other labels are made from these two unless they are given. */
  readonly labels?: { readonly name: string; readonly singular_name?: string } & Readonly<Record<string, string>>;
  readonly description?: string;
  /** Whether everyone may read published items. Default: true. */
  readonly public?: boolean;
  /** Whether items can be below others. Default: false. */
  readonly hierarchical?: boolean;
  /** What items have besides dates, status and slug. Default: `title` and `editor`. */
  readonly supports?: readonly Support[];
  /** Names of the taxonomies whose terms items can have. */
  readonly taxonomies?: readonly string[];
  /** First segment of the permalinks, `/SLUG/item/`. Default: the name. */
  readonly slug?: string;
  /** Whether permalinks begin with the fixed beginning of the site's permalink structure, if any. Default: true. */
  readonly withFront?: boolean;
  /** Whether the list of all items has a page at `/SLUG/`, or the path segment of that page. Default: false. */
  readonly hasArchive?: boolean | string;
  /**
   * What its capabilities are named after: `product` makes `edit_products`. A pair gives the plural, as in
   * `['story', 'stories']`. Default: `post`, so that whoever may edit posts may edit these items.
   */
  readonly capabilityType?: string | readonly [one: string, many: string];
  /** Who has the capabilities of a `capabilityType` of its own. Default: administrators and editors, all of them. */
  readonly roles?: Readonly<Record<string, RoleGrant>>;
  /** The name of a Lucide icon that stands for it on the admin page, such as `shopping-bag`. */
  readonly icon?: string;
  /** Values under `meta`, by key; the type needs the support `custom-fields`. */
  readonly meta?: Readonly<Record<string, MetaFieldDeclaration>>;
  /** Fields under `meta`, by key, with all that checking and editing them takes. */
  readonly fields?: FieldTable;
  /** The tabs of its form in their order: names with what people see. */
  readonly tabs?: Readonly<Record<string, string>>;
}

const usualSupports: readonly Support[] = ['title', 'editor'];

/** The type that a declaration describes. */
export function postTypeFrom(declaration: PostTypeDeclaration, source: ContentSource = 'built-in'): PostType {
  const { name, hierarchical = false } = declaration;
  const supports = supportsOf(declaration);
  const isPublic = declaration.public ?? true;
  const linkBase = linkBaseOf(declaration);
  const [one, many] = capabilityWords(declaration.capabilityType ?? 'post');
  return {
    name,
    restBase: declaration.restBase === undefined ? name : declaration.restBase,
    source,
    ...(declaration.tabs === undefined ? {} : { tabs: declaration.tabs }),
    ...(declaration.icon === undefined ? {} : { adminIcon: declaration.icon }),
    description: declaration.description ?? '',
    capabilityType: one,
    ...(many ? { capabilityPlural: many } : {}),
    public: isPublic,
    inheritsFromParent: false,
    hierarchical,
    taxonomies: declaration.taxonomies ?? [],
    supports,
    alsoShows: [],
    linkStyle: isPublic ? 'named' : 'query',
    linkBase,
    archive: declaration.hasArchive === true ? linkBase : archiveOf(declaration),
    openStatus: 'publish',
    sticky: false,
    siteDiscussion: { comments: supports.includes('comments'), pings: supports.includes('trackbacks') },
    labels: labelsOf(declaration, hierarchical),
  };
}

/** A type with fields shows them. */
function supportsOf({ supports = usualSupports, fields = {} }: PostTypeDeclaration): readonly Support[] {
  const hasFields = Object.keys(fields).length > 0 && !supports.includes('custom-fields');
  return hasFields ? [...supports, 'custom-fields'] : supports;
}

/** The slug, with a slash before it where permalinks begin at the root. */
export function linkBaseOf({
  name,
  slug = name,
  withFront = true,
}: Pick<PostTypeDeclaration, 'name' | 'slug' | 'withFront'>): string {
  return withFront ? slug : `/${slug}`;
}

function archiveOf({ name, hasArchive, withFront }: PostTypeDeclaration): string | null {
  if (typeof hasArchive !== 'string' || hasArchive === '') return null;
  return linkBaseOf({ name, slug: hasArchive, ...(withFront === undefined ? {} : { withFront }) });
}

function capabilityWords(type: NonNullable<PostTypeDeclaration['capabilityType']>): readonly [string, string?] {
  return typeof type === 'string' ? [type] : type;
}

function labelsOf({ name, labels }: PostTypeDeclaration, hierarchical: boolean): PostType['labels'] {
  const many = labels?.name ?? name;
  const one = labels?.singular_name ?? many;
  return {
    ...typeLabels({ one, many, ...(hierarchical ? { parent: `${one} above this one:` } : {}) }),
    ...labels,
  };
}

/** The words for a type, made from its name in the singular and in the plural. */
export function typeLabels(words: { one: string; many: string; parent?: string }): TypeLabels {
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
