import type { Call } from '../../api/call.ts';
import type { VersionedItem } from '../../api/entity-tag.ts';
import { type Reply, reply } from '../../api/reply.ts';
import { type Context, contextArgument } from '../../api/resource/context.ts';
import { presentBare, presentItem } from '../../api/resource/present.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { created, inCurrentForm, type Namesake, type Route, route, writing } from '../../api/routing/route.ts';
import { inLaterForm } from '../../api/variant.ts';
import { andThen } from '../../lib/maybe-promise.ts';
import { s } from '../../lib/schema/schema.ts';
import type { Post } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { storedPost } from '../context/stored-items.ts';
import { acfArguments } from '../fields/acf-member.ts';
import { assignedTerms } from '../terms/term-lookup.ts';
import { addressOnce } from './content-addresses.ts';
import type { ContentKind } from './content-kind.ts';
import { listContent } from './content-list.ts';
import { contentListArguments } from './content-list-arguments.ts';
import { contentPermissions, existing, postById, rememberPost } from './content-permissions.ts';
import {
  type ContentResource,
  contentEmbedder,
  contentFields,
  contentResource,
  type ShownContent,
} from './content-resource.ts';
import { metaOfItem } from './content-subject.ts';
import { type ContentDisplay, type ContentView, contentView } from './content-view.ts';
import { ownEmbedder } from './fields/content-links.ts';
import { refuseStatuses } from './list-statuses.ts';
import { createPost } from './operations/create-post.ts';
import { stickyIds } from './operations/post-relations.ts';
import { cleanSlug, slugLock, slugRivals } from './operations/post-slug.ts';
import { removePost, trashPost } from './operations/trash-post.ts';
import { updatePost } from './operations/update-post.ts';
import { refuseTemplate } from './refuse-template.ts';
import { autosaveRoutes } from './revisions/autosave-routes.ts';
import { revisionRoutes } from './revisions/revision-routes.ts';
import { askedExcerpts } from './text-context.ts';

/** A kind of content with the resource that shows it. */
export function shownContent(kind: ContentKind, display: ContentDisplay): ShownContent {
  const view = contentView(kind, display);
  return { view, resource: contentResource(view, contentFields(view)) };
}

/** The routes of a kind of content, of its revisions and autosaves, and the embedder for rows above others. */
export function contentModule({ view, resource }: ShownContent): RouteModule {
  const { kind, variant } = view;
  const routes = [
    ...contentRoutes(view, resource),
    ...(kind.supports('revisions') ? revisionRoutes(view) : []),
    ...(variant.later ? inCurrentForm(autosaveRoutes({ ...view, variant: inLaterForm(variant) }, resource)) : []),
  ];
  return {
    routes: kind.type.later ? inCurrentForm(routes) : routes,
    embedders: kind.type.hierarchical ? { [ownEmbedder(kind)]: contentEmbedder([{ view, resource }]) } : {},
  };
}

/** The embedder of links to content of any kind; files have a resource of their own. */
export function anyContent(shown: readonly ShownContent[]): RouteModule {
  return { routes: [], embedders: { post: contentEmbedder(shown, { attachment: 'media' }) } };
}

/** Never the password of a post: stored passwords cannot contain this character. */
const wrongPassword = '\0';
/** While `Allow` is computed, a value that is not a string counts as a wrong password. */
export const contentPassword = s.string({ description: 'Password of a protected post.', whenInvalid: wrongPassword });

/** The collection and the items of a kind of content. */
export function contentRoutes(view: ContentView, resource: ContentResource): Route[] {
  const { kind, path, variant } = view;
  const many = kind.type.labels.name.toLowerCase();
  const one = kind.type.labels['singular_name']?.toLowerCase() ?? 'item';
  const permissions = contentPermissions(kind);
  const handlers = contentHandlers(view, resource);
  const item = `${path}/{id:int}` as const;
  return [
    route({
      method: 'GET',
      path,
      summary: `List ${many}.`,
      args: contentListArguments(view, variant.content.listStatuses),
      refuse: (input, call) => refuseStatuses(kind, input, call),
      batched: true,
      permit: permissions.list,
      handle: (input, call) => listContent(view, resource, input, call),
      resource: resource,
    }),
    route({
      method: 'POST',
      path,
      summary: `Make a ${one}.`,
      response: created,
      args: resource.arguments.create,
      refuseStored: refuseTemplate,
      batched: true,
      permit: permissions.create,
      requiresLogin: true,
      slugConflict: contentNamesake(kind),
      handle: handlers.create,
    }),
    route({
      method: 'GET',
      path: item,
      summary: `Show a ${one}.`,
      args: {
        context: contextArgument,
        ...excerptArguments(view),
        password: contentPassword,
        ...acfArguments(view.acfMember),
      },
      batched: true,
      permit: permissions.read,
      item: contentItem,
      handle: handlers.show,
      resource: resource,
    }),
    route({
      method: writing,
      path: item,
      summary: `Change a ${one}.`,
      args: resource.arguments.update,
      refuseStored: refuseTemplate,
      batched: true,
      permit: permissions.update,
      requiresLogin: true,
      item: contentItem,
      handle: handlers.update,
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: `Put a ${one} into the trash, or remove it for good.`,
      args: { force: s.boolean({ default: false, description: 'Delete permanently instead of moving to the trash.' }) },
      batched: true,
      permit: permissions.remove,
      requiresLogin: true,
      item: contentItem,
      handle: handlers.remove,
    }),
  ];
}

type Input = Readonly<Record<string, unknown>>;
type Item = { readonly id: number };

/** How one item is shown. */
type ShownAs = { readonly context: Context; readonly excerpt_length?: number | undefined };

const excerptLength = s.integer({ description: 'Number of words of an excerpt that is made from the content.' });

/** A request for one item may say how long its excerpt is, where the variant and the type have it. */
function excerptArguments({ kind: { type }, rules }: ContentView): { readonly excerpt_length?: typeof excerptLength } {
  const hasExcerpt = type.supports.includes('excerpt') || type.alsoShows.includes('excerpt');
  return rules.excerptLength && hasExcerpt ? { excerpt_length: excerptLength } : {};
}

/** The handlers of a kind of content: thin wrappers around the operations. */
export function contentHandlers({ kind, path }: ContentView, resource: ContentResource) {
  const asEditor = (post: Post, call: Call) => presentItem(resource, post, call, 'edit');
  return {
    async show(input: Item & ShownAs, call: Call): Promise<Reply> {
      if (input.excerpt_length !== undefined) askedExcerpts(call).words = input.excerpt_length;
      const post = await existing(kind, input, call);
      const body = await presentItem(resource, post, call, input.context);
      // What readers cannot see has no page.
      if (kind.type.later && !kind.type.public) return reply(body);
      return reply(body, { link: `<${await addressOnce(kind, post, call)}>; rel="alternate"; type=text/html` });
    },
    async create(input: Input, call: Call): Promise<Reply> {
      const post = await createPost(kind, await resource.draft(input, call), call);
      const headers = { Location: `${call.site.apiUrl}${path}/${post.id}` };
      return reply(await asEditor(post, call), { status: 201, headers });
    },
    async update(input: Input & Item, call: Call): Promise<Reply> {
      const draft = await resource.draft(input, call);
      const known = await existing(kind, input, call);
      const post = rememberPost(await updatePost(kind, input.id, draft, call, { known }), call);
      return reply(await asEditor(post, call));
    },
    async remove(input: Item & { readonly force: boolean }, call: Call): Promise<Reply> {
      const post = await existing(kind, input, call);
      if (!input.force) return reply(await asEditor(await trashPost(kind, post.id, call), call));
      const [previous] = await presentBare(resource, [post], call, 'edit');
      await removePost(kind, post.id, call);
      return reply({ deleted: true, previous });
    },
  };
}

/** The row of a request as its entity tag and its conditions see it. */
export function contentItem({ id }: { readonly id: number }, call: Call): VersionedItem {
  const isSticky = (store: Store) => andThen(stickyIds(store), (ids) => ids.includes(id));
  // A read shows the same rows; a write reads them in its transaction.
  if (call.request.method === 'GET') {
    return storedPost(id, {
      post: () => postById(id, call),
      terms: () => andThen(assignedTerms([id], call), (found) => found.get(id) ?? []),
      meta: () => andThen(metaOfItem(id, call), (found) => found.get(id) ?? []),
      isSticky,
    });
  }
  return storedPost(id, {
    post: (store) => store.posts.byId(id),
    terms: (store) => andThen(store.terms.ofPosts([id]), (found) => found.get(id) ?? []),
    meta: (store) => andThen(store.meta.of('post', [id]), (found) => found.get(id) ?? []),
    isSticky,
  });
}

/** Finds the row that keeps a new one from the slug that was sent; those in the trash do not. */
export function contentNamesake(kind: ContentKind): Namesake<Readonly<Record<string, unknown>>> {
  return ({ slug: sent, parent }) => {
    const slug = typeof sent === 'string' ? cleanSlug(kind, sent) : '';
    if (slug === '') return undefined;
    return async (store) => {
      await store.lock(slugLock(kind.type, slug));
      const among = slugRivals(kind.type, typeof parent === 'number' ? parent : 0, kind.types);
      return store.posts.slugHolder(slug, { ...among, exceptId: 0 });
    };
  };
}
