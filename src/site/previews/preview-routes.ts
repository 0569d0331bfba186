import { previewHeaders } from '../../api/answer.ts';
import type { Call } from '../../api/call.ts';
import { type Reply, reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { anyone, type Route, route, writing } from '../../api/routing/route.ts';
import {
  livePreview,
  livePreviews,
  type PreviewRow,
  type PreviewValues,
  previewsTable,
} from '../../auth/preview-table.ts';
import { errors } from '../../lib/errors.ts';
import { json, type OutputOf } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { maySeePending } from '../../pending/pending-access.ts';
import { pendingErrors } from '../../pending/pending-errors.ts';
import { lockedUnedited } from '../../pending/pending-lock.ts';
import { type PendingRow, pendingTable } from '../../pending/pending-table.ts';
import { canEditPost } from '../../rules/capabilities.ts';
import type { Post } from '../../storage/rows.ts';
import type { Core } from '../../wp/core.ts';
import { contentErrors } from '../../wp/posts/content-errors.ts';
import { postById } from '../../wp/posts/content-permissions.ts';
import type { ShownContent } from '../../wp/posts/content-resource.ts';
import { shownContent } from '../../wp/posts/content-routes.ts';
import { pendingValues } from './change-previews.ts';
import { findPreviewed, type PreviewContext } from './open-preview.ts';
import { itemPath, type LinkPreview, type PreviewPlaces, previewLinksOf, publicPaths } from './preview-links.ts';
import {
  openedSchema,
  previewArguments,
  previewChangeArguments,
  previewErrors,
  previewSchema,
  type ShownPreview,
  tokenArgument,
} from './preview-schema.ts';
import { makePreviewTokens } from './preview-token.ts';
import { changedValues, revisionValues } from './preview-values.ts';

export interface PreviewRoutesContext extends Omit<PreviewContext, 'kinds'>, PreviewPlaces {
  readonly core: Pick<Core, 'kinds' | 'display'>;
}

interface Work extends PreviewRoutesContext {
  readonly shown: ReadonlyMap<string, ShownContent>;
}

const mostPerUser = 200;
const mostListed = 100;

/** `platen/v1/previews`: links that show what is not published, to whoever has them. */
export function previewRoutes(context: PreviewRoutesContext): RouteModule {
  const kinds = [...context.core.kinds].filter(({ type }) => !type.inheritsFromParent);
  const shown = new Map(kinds.map((kind) => [kind.type.name, shownContent(kind, context.core.display)]));
  const work: Work = { ...context, shown };
  return { routes: [...collectionRoutes(work), openRoute(work), ...itemRoutes(work)] };
}

function collectionRoutes(work: Work): Route[] {
  const path = '/platen/v1/previews';
  return [
    route({
      method: 'GET',
      path,
      summary: 'List the previews of an item, or your own; newest first.',
      response: { schema: json.listOf(previewSchema) },
      args: { post: s.integer({ minimum: 1, description: 'Id of the item.' }) },
      permit: async ({ post }, call) => {
        if (call.caller.userId === 0) throw errors.rest_not_logged_in();
        if (post !== undefined) await editable(post, call, work);
      },
      handle: async ({ post }, call) => {
        const of = post === undefined ? { userId: call.caller.userId } : { postId: post };
        const live = await livePreviews(work.store, of, call.now, mostListed);
        return reply(await shownPreviews(await seenPreviews(live, call), call, work));
      },
      shareable: false,
    }),
    route({
      method: 'POST',
      path,
      summary: 'Make a preview of a draft, a revision or changes that are not saved.',
      response: { schema: previewSchema, status: 201 },
      args: previewArguments,
      permit: async ({ post }, call) => {
        if (call.caller.userId === 0) throw errors.rest_not_logged_in();
        if (post !== undefined) await editable(post, call, work);
      },
      handle: async ({ post: id, revision, changes, pending_change, expires_in }, call) => {
        const { post, shown } = await editable(id, call, work);
        const subjects = [revision, changes, pending_change].filter((one) => one !== undefined);
        if (subjects.length > 1) throw previewErrors.rest_preview_of_both();
        const change = await pendingAt(pending_change, post, shown, call);
        const values = change
          ? await pendingValues(shown, post, change, call)
          : await valuesOf({ revision, changes }, post, shown, call);
        const row: Omit<PreviewRow, 'id'> = {
          postId: post.id,
          shows: revision !== undefined ? 'revision' : changes === undefined && !change ? 'draft' : 'changes',
          revisionId: revision ?? 0,
          userId: call.caller.userId,
          createdAtMs: call.now,
          // Tokens hold whole seconds.
          expiresMs: (Math.floor(call.now / 1000) + expires_in) * 1000,
          values,
          changeId: change?.id ?? 0,
        };
        return reply(await shownPreview({ id: await store(row, change, work), ...row }, call, work), { status: 201 });
      },
    }),
  ];
}

/** A front end learns whether a token opens something: to the item itself, a token that does not counts as none. */
function openRoute(work: Work): Route {
  return route({
    method: 'GET',
    path: '/platen/v1/previews/open',
    summary: 'Show what a token opens, to whoever has it.',
    response: { schema: openedSchema },
    args: { preview: tokenArgument },
    permit: anyone,
    handle: async ({ preview: token }, call): Promise<Reply<OutputOf<typeof openedSchema>>> => {
      const found = await findPreviewed({ ...work, kinds: work.core.kinds }, token);
      if (!found) throw previewErrors.rest_preview_invalid_token();
      const { post, kind, preview, expiresMs } = found;
      const [path = '/'] = await publicPaths(kind, [post], { store: work.store, site: call.site });
      const opened = {
        post: post.id,
        type: kind.type.name,
        path,
        item: itemPath(kind, post.id),
        shows: preview?.shows ?? ('draft' as const),
        expires_gmt: new Date(expiresMs).toISOString(),
      };
      return reply(opened, { headers: previewHeaders });
    },
    shareable: false,
  });
}

function itemRoutes(work: Work): Route[] {
  const path = '/platen/v1/previews/{id:int}';
  const permit = async ({ id }: { readonly id?: number }, call: Call): Promise<void> => {
    if (call.caller.userId === 0) throw errors.rest_not_logged_in();
    await existingPreview(id, call, work);
  };
  return [
    route({
      method: 'GET',
      path,
      summary: 'Show a preview.',
      response: { schema: previewSchema },
      permit,
      handle: async ({ id }, call) => reply(await shownPreview(await existingPreview(id, call, work), call, work)),
      shareable: false,
    }),
    route({
      method: writing,
      path,
      summary: 'Replace the changes that a preview shows; its links stay.',
      response: { schema: previewSchema },
      args: previewChangeArguments,
      permit,
      handle: async ({ id, changes }, call) => {
        const row = await existingPreview(id, call, work);
        if (row.shows !== 'changes' || row.changeId) throw previewErrors.rest_preview_fixed();
        const { post, shown } = await editable(row.postId, call, work);
        const values = await changedValues(shown, post, changes, call);
        await work.store.table(previewsTable).update({ id }, { values });
        return reply(await shownPreview({ ...row, values }, call, work));
      },
    }),
    route({
      method: 'DELETE',
      path,
      summary: 'Revoke a preview: its links show nothing any more.',
      response: { schema: json.object({ deleted: json.words(true), previous: previewSchema }) },
      permit,
      handle: async ({ id }, call) => {
        const previous = await shownPreview(await existingPreview(id, call, work), call, work);
        await work.store.table(previewsTable).remove({ id });
        return reply({ deleted: true, previous });
      },
    }),
  ];
}

/** Stores a preview; those that have expired make room. Of a pending change it shows what that says now. */
function store(row: Omit<PreviewRow, 'id'>, change: PendingRow | null, work: Work): Promise<number> {
  return work.store.transaction(async (inner) => {
    if (change) await lockedUnedited(inner, change);
    await inner.lock(`previews of ${row.userId % 64}`);
    const rows = inner.table(previewsTable);
    await rows.remove({ expiresMs: { below: row.createdAtMs } });
    if ((await rows.count({ userId: row.userId })) >= mostPerUser)
      throw previewErrors.rest_previews_full({ most: mostPerUser });
    return rows.insert(row);
  });
}

interface Asked {
  readonly revision: number | undefined;
  readonly changes: Readonly<Record<string, unknown>> | undefined;
}

async function valuesOf(
  { revision, changes }: Asked,
  post: Post,
  shown: ShownContent,
  call: Call,
): Promise<PreviewValues> {
  if (revision !== undefined) return revisionValues(shown, post, revision, call);
  return changes === undefined ? {} : changedValues(shown, post, changes, call);
}

/** The open change of the item that a preview is to show; null where it shows something else. */
async function pendingAt(
  id: number | undefined,
  post: Post,
  { view }: ShownContent,
  call: Call,
): Promise<PendingRow | null> {
  if (id === undefined) return null;
  const [row] = await call.store.table(pendingTable).find({ id, state: 'open' });
  if (!row || !maySeePending(row, call)) throw pendingErrors.platen_pending_not_found();
  const isOfItem = row.itemId === post.id && row.type === view.kind.type.restBase && row.method === 'POST';
  if (!isOfItem) throw pendingErrors.platen_pending_no_preview();
  return row;
}

/** An item that the caller may edit. */
async function editable(id: number | undefined, call: Call, { shown }: Work) {
  const post = id === undefined ? null : await postById(id, call);
  const content = post && isShown(post) ? shown.get(post.type) : undefined;
  if (!post || !content) throw contentErrors.rest_post_invalid_id();
  if (!canEditPost(call.caller, content.view.kind.type, post)) throw contentErrors.rest_cannot_edit();
  return { post, shown: content };
}

/** A preview of an item that the caller may edit; to others it does not exist. */
async function existingPreview(id: number | undefined, call: Call, work: Work): Promise<PreviewRow> {
  const live = id === undefined ? null : await livePreview(work.store, id, call.now);
  const [row = null] = live ? await seenPreviews([live], call) : [];
  const post = row && (await postById(row.postId, call));
  const type = post && work.shown.get(post.type)?.view.kind.type;
  if (!type || !canEditPost(call.caller, type, post)) throw previewErrors.rest_preview_invalid_id();
  return row;
}

/** Without those of pending changes that the caller may not see. */
async function seenPreviews(rows: readonly PreviewRow[], call: Call): Promise<readonly PreviewRow[]> {
  const ids = rows.flatMap(({ changeId }) => (changeId ? [changeId] : []));
  if (ids.length === 0) return rows;
  const changes = await call.store.table(pendingTable).find({ id: { in: ids } });
  const seen = new Set(changes.filter((one) => maySeePending(one, call)).map(({ id }) => id));
  return rows.filter(({ changeId }) => !changeId || seen.has(changeId));
}

async function shownPreview(row: PreviewRow, call: Call, work: Work): Promise<ShownPreview> {
  const [shown] = await shownPreviews([row], call, work);
  if (!shown) throw previewErrors.rest_preview_invalid_id();
  return shown;
}

/** Previews with their links; those of items that the caller may not edit any more are left out. */
async function shownPreviews(rows: readonly PreviewRow[], call: Call, work: Work): Promise<ShownPreview[]> {
  const posts = await call.store.posts.byIds([...new Set(rows.map(({ postId }) => postId))]);
  const places = new Map<number, { readonly type: string; readonly linked: LinkPreview }>();
  for (const [type, { view }] of work.shown) {
    const { kind } = view;
    const own = posts.filter(
      (post) => post.type === type && isShown(post) && canEditPost(call.caller, kind.type, post),
    );
    const links = own.length > 0 ? await previewLinksOf(kind, own, call, work) : [];
    for (const [i, linked] of links.entries()) places.set(own[i]?.id ?? 0, { type, linked });
  }
  const tokens = await makePreviewTokens(
    work.store,
    rows.map(({ id, postId, expiresMs }) => ({ previewId: id, postId, expiresMs })),
  );
  return rows.flatMap((row, i) => {
    const place = places.get(row.postId);
    const token = tokens[i];
    return place && token !== undefined ? [previewOf(row, place.type, token, place.linked)] : [];
  });
}

/** Nobody is shown what is in the trash. */
const isShown = ({ status }: Post): boolean => status !== 'trash' && status !== 'auto-draft';

function previewOf(row: PreviewRow, type: string, token: string, linked: LinkPreview): ShownPreview {
  const { link, isFrontEnd, href } = linked(token);
  return {
    id: row.id,
    post: row.postId,
    type,
    shows: row.shows,
    revision: row.revisionId,
    pending_change: row.changeId || null,
    author: row.userId,
    created_gmt: new Date(row.createdAtMs).toISOString(),
    expires_gmt: new Date(row.expiresMs).toISOString(),
    token,
    link,
    front_end: isFrontEnd,
    href,
  };
}
