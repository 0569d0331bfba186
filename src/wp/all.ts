import type { Resource } from '../api/resource/resource.ts';
import type { Namespace, RouteModule } from '../api/routing/registry.ts';
import { isShownTaxonomy } from '../rules/taxonomies.ts';
import type { Post } from '../storage/rows.ts';
import { createCachedRenderer } from '../text/cached-renderer.ts';
import { createBlockSource } from './blocks/create-block-source.ts';
import { createFeedSource } from './blocks/feeds/feed-source.ts';
import { type CommentForms, createCommentForms } from './comments/comment-forms.ts';
import { comments } from './comments/comments.ts';
import type { CoreContext } from './context/core-context.ts';
import { media, shownMedia } from './media/media.ts';
import { createImageSource } from './media/media-images.ts';
import { menuModules } from './menus/all-menus.ts';
import { addToMenus } from './menus/auto-add.ts';
import type { MenuContext } from './menus/menu-context.ts';
import { withMenuItems, withMenus } from './menus/nav-menu.ts';
import type { ShownContent } from './posts/content-embedder.ts';
import { type ContentKind, type ContentKinds, createContentKinds } from './posts/content-kind.ts';
import { anyContent, contentModule, shownContent } from './posts/content-modules.ts';
import type { ContentDisplay } from './posts/content-view.ts';
import { search } from './search/search.ts';
import { settings } from './site/settings.ts';
import { statuses } from './site/statuses.ts';
import { taxonomies } from './site/taxonomies.ts';
import { types } from './site/types.ts';
import { terms } from './terms/terms.ts';
import { users } from './users/users.ts';

/** The core of the interface: its namespace, and the kinds of content that other modules share. */
export interface Core {
  readonly namespace: Namespace;
  readonly kinds: ContentKinds;
  /** How items are shown, by the name of their type. */
  readonly resources: ReadonlyMap<string, Pick<Resource<Post>, 'show' | 'responses'>>;
  readonly taxonomies: CoreContext['taxonomies'];
  /** How content is rendered, for pages as for the interface. */
  readonly display: ContentDisplay;
  readonly uploadsUrl: CoreContext['uploadsUrl'];
  /** Comments that are sent with a form of a page. */
  readonly comments: CommentForms;
  /** What menus are read and written with, whether or not the interface shows them. */
  readonly menus: MenuContext;
}

/** What the extended interface adds besides the types of content that it has. */
function extendedModules(context: MenuContext): RouteModule[] {
  return [...menuModules(context), search(context)];
}

/** Builds each kind of content once, and the namespace `wp/v2` in the order discovery shows it. */
export function createCore(context: CoreContext): Core {
  const slugs = { slash: context.variant.text.slashInSlug };
  const { slugOutOfTrash } = context.variant.content;
  const kinds = createContentKinds({ ...context, slugs, slugOutOfTrash, onPublish: addToMenus(context) });
  const images = createImageSource(kinds, context);
  const display: ContentDisplay = {
    variant: context.variant,
    render: createCachedRenderer(context.textCache),
    keptTexts: context.keptTexts,
    shortcodes: context.shortcodes,
    blocks: context.blocks,
    extraFields: context.extraFields,
    images,
    blockData: createBlockSource({ ...context, kinds, images, feeds: createFeedSource(context) }),
  };
  const menus: MenuContext = { ...context, kinds, display };
  const shown: ShownContent[] = [];
  const resources = new Map<string, Pick<Resource<Post>, 'show' | 'responses'>>();
  const ofKind = (kind: ContentKind): RouteModule => {
    // Files have a resource of their own.
    if (kind.type.inheritsFromParent) {
      const files = shownMedia(context, kinds, display);
      resources.set(kind.type.name, files.resource);
      return media(context, files);
    }
    const content = shownContent(kind, display);
    shown.push(content);
    resources.set(kind.type.name, content.resource);
    return contentModule(content);
  };
  const modules: readonly RouteModule[] = [
    ...[...kinds].map(ofKind),
    anyContent(shown),
    types(context.variant.extended ? { ...context, types: withMenuItems(context.types) } : context),
    statuses(context),
    taxonomies(context.variant.extended ? { ...context, taxonomies: withMenus(context.taxonomies) } : context),
    ...context.taxonomies.filter(isShownTaxonomy).map((taxonomy) => terms(taxonomy, context)),
    users(context, kinds),
    comments(context, kinds),
    ...(context.variant.extended ? extendedModules(menus) : []),
    settings(context),
  ];
  return {
    kinds,
    resources,
    taxonomies: context.taxonomies,
    display,
    uploadsUrl: context.uploadsUrl,
    comments: createCommentForms(context, kinds),
    menus,
    namespace: {
      name: 'wp/v2',
      routes: modules.flatMap((module) => module.routes),
      embedders: Object.assign({}, ...modules.map((module) => module.embedders ?? {})),
    },
  };
}
