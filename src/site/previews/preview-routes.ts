import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { type Route, route, writing } from '../../api/routing/route.ts';
import {
  livePreview,
  livePreviews,
  type PreviewRow,
  type PreviewValues,
  previewsTable,
} from '../../auth/preview-table.ts';
import { defineErrors, errors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { canEditPost } from '../../rules/capabilities.ts';
import type { Post } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import type { Core } from '../../wp/core.ts';
import { addressesOf } from '../../wp/posts/content-addresses.ts';
import { contentErrors } from '../../wp/posts/content-errors.ts';
import { postById } from '../../wp/posts/content-permissions.ts';
import type { ShownContent } from '../../wp/posts/content-resource.ts';
import { shownContent } from '../../wp/posts/content-routes.ts';
import { makePreviewTokens } from './preview-token.ts';
import { changedValues, revisionValues } from './preview-values.ts';

export interface PreviewRoutesContext {
  readonly core: Pick<Core, 'kinds' | 'display'>;
  /** Not observed: nothing that is read of previews is cached. */
  readonly store: Store;
  /** Whether the server shows pages. */
  readonly hasPages: boolean;
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
  return { routes: [...collectionRoutes(work), ...itemRoutes(work)] };
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
        return reply(await shownPreviews(await livePreviews(work.store, of, call.now, mostListed), call, work));
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
      handle: async ({ post: id, revision, changes, expires_in }, call) => {
        const { post, shown } = await editable(id, call, work);
        if (revision !== undefined && changes !== undefined) throw previewErrors.rest_preview_of_both();
        const values = await valuesOf({ revision, changes }, post, shown, call);
        const row: Omit<PreviewRow, 'id'> = {
          postId: post.id,
          shows: revision !== undefined ? 'revision' : changes === undefined ? 'draft' : 'changes',
          revisionId: revision ?? 0,
          userId: call.caller.userId,
          createdAtMs: call.now,
          // Tokens hold whole seconds.
          expiresMs: (Math.floor(call.now / 1000) + expires_in) * 1000,
          values,
        };
        return reply(await shownPreview({ id: await store(row, work), ...row }, call, work), { status: 201 });
      },
    }),
  ];
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
        if (row.shows !== 'changes') throw previewErrors.rest_preview_fixed();
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

/** Stores a preview; those that have expired make room. */
function store(row: Omit<PreviewRow, 'id'>, work: Work): Promise<number> {
  return work.store.transaction(async (inner) => {
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
  const row = id === undefined ? null : await livePreview(work.store, id, call.now);
  const post = row && (await postById(row.postId, call));
  const type = post && work.shown.get(post.type)?.view.kind.type;
  if (!type || !canEditPost(call.caller, type, post)) throw previewErrors.rest_preview_invalid_id();
  return row;
}

async function shownPreview(row: PreviewRow, call: Call, work: Work): Promise<ShownPreview> {
  const [shown] = await shownPreviews([row], call, work);
  if (!shown) throw previewErrors.rest_preview_invalid_id();
  return shown;
}

/** Previews with their links; those of items that the caller may not edit any more are left out. */
async function shownPreviews(rows: readonly PreviewRow[], call: Call, work: Work): Promise<ShownPreview[]> {
  const posts = await call.store.posts.byIds([...new Set(rows.map(({ postId }) => postId))]);
  const places = new Map<number, Place>();
  for (const [type, { view }] of work.shown) {
    const { kind, path } = view;
    const own = posts.filter(
      (post) => post.type === type && isShown(post) && canEditPost(call.caller, kind.type, post),
    );
    const links = work.hasPages && kind.type.public ? await addressesOf(kind, own, call) : [];
    for (const [i, post] of own.entries())
      places.set(post.id, { type, link: links[i] ?? '', href: `${call.site.apiUrl}${path}/${post.id}` });
  }
  const tokens = await makePreviewTokens(
    work.store,
    rows.map(({ id, postId, expiresMs }) => ({ previewId: id, postId, expiresMs })),
  );
  return rows.flatMap((row, i) => {
    const place = places.get(row.postId);
    return place ? [previewOf(row, place, tokens[i] ?? '')] : [];
  });
}

/** Nobody is shown what is in the trash. */
const isShown = ({ status }: Post): boolean => status !== 'trash' && status !== 'auto-draft';

interface Place {
  readonly type: string;
  readonly link: string;
  readonly href: string;
}

function previewOf(row: PreviewRow, { type, link, href }: Place, token: string): ShownPreview {
  return {
    id: row.id,
    post: row.postId,
    type,
    shows: row.shows,
    revision: row.revisionId,
    author: row.userId,
    created_gmt: new Date(row.createdAtMs).toISOString(),
    expires_gmt: new Date(row.expiresMs).toISOString(),
    token,
    link: link === '' ? '' : withToken(link, token),
    href: withToken(href, token),
  };
}

const withToken = (url: string, token: string): string => `${url}${url.includes('?') ? '&' : '?'}preview=${token}`;

export const shortestPreviewSeconds = 60;
export const longestPreviewSeconds = 30 * 86_400;

const changesFacts = {
  description:
    'Values that are not saved, under the names of the item itself: title, content, excerpt, featured_media, meta and its terms.',
};

/** The arguments of a new preview. */
export const previewArguments = {
  post: s.integer({ required: true, minimum: 1, description: 'Id of the post, page or other item.' }),
  revision: s.integer({ minimum: 1, description: 'Id of a revision to show.' }),
  changes: s.object(changesFacts),
  expires_in: s.integer({
    default: 3600,
    minimum: shortestPreviewSeconds,
    maximum: longestPreviewSeconds,
    description: 'Seconds after which the preview ends.',
  }),
};

/** The arguments with which a preview of changes is changed. */
export const previewChangeArguments = { changes: s.object({ ...changesFacts, required: true }) };

/** What a preview shows: the item as it is stored, a revision of it, or values that are not saved. */
const previewSubjects = ['draft', 'revision', 'changes'] as const;
export type PreviewSubject = (typeof previewSubjects)[number];

/** A preview as the interface shows it. Times are ISO 8601 in UTC. */
export interface ShownPreview {
  readonly id: number;
  readonly post: number;
  readonly type: string;
  readonly shows: PreviewSubject;
  /** 0 where no revision is shown. */
  readonly revision: number;
  readonly author: number;
  readonly created_gmt: string;
  readonly expires_gmt: string;
  readonly token: string;
  /** The page; empty where the item has none. */
  readonly link: string;
  /** The item in the interface. */
  readonly href: string;
}

/** The exact form of a preview. */
export const previewSchema = json.object({
  id: json.integer,
  post: json.integer,
  type: json.string,
  shows: json.words(...previewSubjects),
  revision: json.integer,
  author: json.integer,
  created_gmt: json.instant,
  expires_gmt: json.instant,
  token: json.string,
  link: json.string,
  href: json.string,
});

export const previewErrors = defineErrors({
  rest_preview_invalid_id: { status: 404, message: () => 'There is no preview with this number, or it has expired.' },
  rest_preview_fixed: {
    status: 400,
    message: () => 'This preview shows what is stored. Only a preview of changes can be changed.',
  },
  rest_preview_of_both: {
    status: 400,
    message: () => 'A preview shows a revision or changes, not both.',
  },
  rest_previews_full: {
    status: 400,
    message: ({ most }: { readonly most: number }) =>
      `You have ${most} previews that have not expired. Revoke some, or change one instead of making another.`,
  },
});
