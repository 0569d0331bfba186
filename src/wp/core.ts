import type { Resource } from '../api/resource/resource.ts';
import type { Namespace, RouteModule } from '../api/routing/registry.ts';
import { inCurrentForm, type Route } from '../api/routing/route.ts';
import { inLaterForm } from '../api/variant.ts';
import { isShownTaxonomy } from '../rules/taxonomies.ts';
import type { Post } from '../storage/rows.ts';
import { createCachedRenderer } from '../text/render/cached-renderer.ts';
import { optionPages } from './acf/option-page-routes.ts';
import { drawnAttributes } from './block-types/block-types.ts';
import { blockRenderer } from './blocks/block-renderer.ts';
import { createBlockSource } from './blocks/block-source.ts';
import { createFeedSource } from './blocks/feed-source.ts';
import { commentContext } from './comments/comment-context.ts';
import { comments } from './comments/comment-routes.ts';
import { type NoteContext, noteRoutes } from './comments/notes/note-routes.ts';
import { createNotePreparation } from './comments/notes/write-note.ts';
import { type CommentForms, createCommentForms } from './comments/submit-comment.ts';
import type { CoreContext } from './context/core-context.ts';
import type { EditorServices } from './editor/editor-context.ts';
import { editorInterface } from './editor/editor-interface.ts';
import { withEditorTaxonomies, withEditorTypes } from './editor/editor-types.ts';
import { media, shownMedia } from './media/media-routes.ts';
import { createImageSource } from './media/media-subject.ts';
import { menuModules } from './menus/menu-routes.ts';
import type { MenuContext } from './menus/nav-menu.ts';
import { withMenuItems, withMenus } from './menus/nav-menu.ts';
import { addToMenus } from './menus/write-menu.ts';
import { type ContentKind, type ContentKinds, createContentKinds } from './posts/content-kind.ts';
import type { ShownContent } from './posts/content-resource.ts';
import { anyContent, contentModule, shownContent } from './posts/content-routes.ts';
import type { ContentDisplay } from './posts/content-view.ts';
import { reviewRoutes } from './reviews/review-routes.ts';
import { endReview } from './reviews/review-table.ts';
import { search } from './search/search-routes.ts';
import { contentDescription } from './site/content-description.ts';
import { settings } from './site/settings-routes.ts';
import { statuses } from './site/status-routes.ts';
import { taxonomies } from './site/taxonomy-routes.ts';
import { types } from './site/type-routes.ts';
import { terms } from './terms/term-routes.ts';
import type { AccountWork } from './users/open-account.ts';
import { users } from './users/user-routes.ts';

/** The core of the interface: its namespace, and the kinds of content that other modules share. */
export interface Core {
  readonly namespace: Namespace;
  /** The further namespaces of block editors, in the order discovery shows them. */
  readonly editorNamespaces: readonly Namespace[];
  readonly kinds: ContentKinds;
  /** How items are shown, by the name of their type. */
  readonly resources: ReadonlyMap<string, Pick<Resource<Post>, 'show' | 'responses'>>;
  readonly types: CoreContext['types'];
  readonly taxonomies: CoreContext['taxonomies'];
  /** How content is rendered, for pages as for the interface. */
  readonly display: ContentDisplay;
  readonly uploadsUrl: CoreContext['uploadsUrl'];
  readonly transformRules: CoreContext['transformRules'];
  readonly downloads: CoreContext['downloads'];
  /** Comments that are sent with a form of a page. */
  readonly comments: CommentForms;
  /** What menus are read and written with, whether or not the interface shows them. */
  readonly menus: MenuContext;
  /** The types, taxonomies and fields, described for forms. */
  readonly description: RouteModule;
  /** Pages of settings that ACF stored. */
  readonly optionPages: RouteModule;
  /** Notes on the blocks of items; whoever is mentioned is told by mail. */
  readonly notes: (mail: NoteContext['mail']) => RouteModule;
  /** Reviews of items; whoever has to do something is told by mail. */
  readonly reviews: (mail: NoteContext['mail']) => RouteModule;
  /** Writes of accounts whose passwords are chosen by people. */
  readonly accounts: RouteModule;
  /** What accounts are made with that no account makes. */
  readonly accountWork: AccountWork;
}

/** What the later interface adds besides the types of content that it has. */
function laterInterface(context: MenuContext & EditorServices) {
  const later = { ...context, variant: inLaterForm(context.variant) };
  const { modules, namespaces } = editorInterface(later);
  const inForm = <Part extends { readonly routes: readonly Route[] }>(part: Part) => ({
    ...part,
    routes: inCurrentForm(part.routes),
  });
  return {
    modules: [
      ...menuModules(later),
      search(later),
      blockRenderer({ ...later, attributesOf: drawnAttributes }),
      ...modules,
    ].map(inForm),
    namespaces: namespaces.map(inForm),
  };
}

/** The types as the list of types describes them. */
function describedTypes({ variant, types }: CoreContext): CoreContext['types'] {
  return variant.later ? withEditorTypes(withMenuItems(types)) : types;
}

/** The taxonomies as the list of taxonomies describes them. */
function describedTaxonomies({ variant, taxonomies }: CoreContext): CoreContext['taxonomies'] {
  return variant.later ? withEditorTaxonomies(withMenus(taxonomies)) : taxonomies;
}

/** Builds each kind of content once, and the namespace `wp/v2` in the order discovery shows it. */
export function createCore(context: CoreContext & EditorServices): Core {
  const slugs = context.variant.text.slugs;
  const { slugOutOfTrash, trashedLink } = context.variant.content;
  const { orphanLink } = context.variant.media;
  const kinds = createContentKinds({
    ...context,
    slugs,
    slugOutOfTrash,
    trashedLink,
    orphanLink,
    onPublish: addToMenus(context),
    onReviewOver: endReview,
  });
  const images = createImageSource(kinds, context);
  const display: ContentDisplay = {
    variant: context.variant,
    collections: new Map([...kinds].map(({ type }) => [type.name, `/wp/v2/${type.restBase}`])),
    render: createCachedRenderer(context.textCache),
    keptTexts: context.keptTexts,
    shortcodes: context.shortcodes,
    blocks: context.blocks,
    rules: context.rules,
    itemFields: context.itemFields,
    acf: context.acf,
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
  const accounts = users(context, kinds, describedTypes(context));
  const later = context.variant.later ? laterInterface({ ...context, ...menus }) : null;
  const modules: readonly RouteModule[] = [
    ...[...kinds].map(ofKind),
    anyContent(shown),
    types({ ...context, types: describedTypes(context) }),
    statuses(context),
    taxonomies({ ...context, taxonomies: describedTaxonomies(context) }),
    ...context.taxonomies.filter(isShownTaxonomy).map((taxonomy) => terms(taxonomy, context)),
    accounts.core,
    comments(context, kinds),
    ...(later?.modules ?? []),
    settings(context),
  ];
  return {
    kinds,
    resources,
    types: context.types,
    taxonomies: context.taxonomies,
    display,
    uploadsUrl: context.uploadsUrl,
    transformRules: context.transformRules,
    downloads: context.downloads,
    comments: createCommentForms(context, kinds),
    menus,
    description: contentDescription(context),
    optionPages: optionPages(context),
    notes: (mail) => noteRoutes({ core: context, kinds, mail }),
    reviews: (mail) =>
      reviewRoutes({
        kinds,
        mail,
        roles: context.roles,
        prepareNote: createNotePreparation(commentContext(context, kinds), mail),
      }),
    accounts: accounts.own,
    accountWork: { textWork: context.textWork, variant: context.variant },
    editorNamespaces: later?.namespaces ?? [],
    namespace: {
      name: 'wp/v2',
      routes: modules.flatMap((module) => module.routes),
      embedders: Object.assign({}, ...modules.map((module) => module.embedders ?? {})),
      definitions: Object.assign({}, ...modules.map((module) => module.definitions ?? {})),
    },
  };
}
