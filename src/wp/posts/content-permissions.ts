import type { Call } from '../../api/call.ts';
import { errors } from '../../lib/errors.ts';
import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import {
  canCreatePosts,
  canDeletePost,
  canEditOthersPosts,
  canEditPost,
  canPublishPosts,
  capabilityTo,
  type PostFacts,
} from '../../rules/capabilities.ts';
import { sees } from '../../rules/visibility.ts';
import type { Post } from '../../storage/rows.ts';
import { contentErrors } from './content-errors.ts';
import type { ContentKind, ContentKinds } from './content-kind.ts';
import type { ContentListInput } from './content-list-arguments.ts';
import { isPassword, sentPassword } from './content-subject.ts';
import { statusBeforeTrash } from './operations/trash-meta.ts';

type Input = Partial<Record<string, unknown>>;

/** The permission checks of a kind of content. Each refuses by throwing. */
export interface ContentPermissions {
  list(input: Partial<ContentListInput>, call: Call): void;
  create(input: Input, call: Call): Promise<void>;
  read(input: Input & { readonly password?: string | undefined }, call: Call): Promise<void>;
  update(input: Input, call: Call): Promise<void>;
  remove(input: Input, call: Call): Promise<void>;
}

export function contentPermissions(kind: ContentKind): ContentPermissions {
  const { type } = kind;
  return {
    list(input, call) {
      if (input.context !== 'edit' || call.caller.can(capabilityTo('edit', type))) return;
      throw contentErrors.rest_forbidden_context();
    },
    async create(input, call) {
      if (await sentId(call)) throw contentErrors.rest_post_exists();
      refuseOthersName(kind, input, call);
      refuseSticky(kind, input, call);
      if (!canCreatePosts(call.caller, type)) throw contentErrors.rest_cannot_create();
      refuseTerms(kind, input, call);
    },
    async read(input, call) {
      const post = await existing(kind, input, call);
      if (input['context'] === 'edit' && !canEditPost(call.caller, type, await factsOf(post, call))) {
        throw contentErrors.rest_forbidden_context();
      }
      if (!(await isReadable(kind, post, call))) throw hidden(call);
      const isSent = call.variant.content.passwordIn === 'parameters' || input.password === sentPassword(call);
      if (isSent) refusePassword(post, input.password);
    },
    async update(input, call) {
      const post = await existing(kind, input, call);
      if (!canEditPost(call.caller, type, await factsOf(post, call))) throw contentErrors.rest_cannot_edit();
      refuseOthersName(kind, input, call);
      refuseSticky(kind, input, call);
      refuseTerms(kind, input, call);
    },
    async remove(input, call) {
      const post = await existing(kind, input, call);
      if (!canDeletePost(call.caller, type, await factsOf(post, call))) throw contentErrors.rest_cannot_delete();
    },
  };
}

/** The row a request is about; loaded once for permission check and handler. */
export function existing(kind: ContentKind, input: Input, call: Call): MaybePromise<Post> {
  const id = input['id'];
  return andThen(typeof id === 'number' ? postById(id, call) : null, (post) => {
    if (!post || post.type !== kind.type.name) throw contentErrors.rest_post_invalid_id();
    return post;
  });
}

/** The row of a request of any kind, for those who may edit it. */
export async function editableItem(
  kinds: ContentKinds,
  { id }: { readonly id?: number },
  call: Call,
): Promise<{ readonly kind: ContentKind; readonly post: Post }> {
  const post = id === undefined ? null : await postById(id, call);
  const kind = post ? kinds.find(post.type) : undefined;
  if (!post || !kind) throw contentErrors.rest_post_invalid_id();
  if (!canEditPost(call.caller, kind.type, await factsOf(post, call))) throw contentErrors.rest_cannot_edit();
  return { kind, post };
}

export function postById(id: number, call: Call): MaybePromise<Post | null> {
  return call.once(postKey({ id }), () => call.store.posts.byId(id));
}

/** A row as this call has stored it. */
export function rememberPost(post: Post, call: Call): Post {
  call.remember(postKey(post), post);
  return post;
}

const postKey = ({ id }: Pick<Post, 'id'>): string => `post ${id}`;

/** Lets the call remember rows that it has read. */
export function rememberRead(posts: readonly Post[], call: Call): void {
  for (const post of posts) call.once(postKey(post), () => post);
}

/** Lets the call remember the rows with these ids, read at once. */
export async function rememberPosts(ids: readonly number[], call: Call): Promise<void> {
  const wanted = [...new Set(ids)].filter((id) => id > 0);
  if (wanted.length > 0) rememberRead(await call.store.posts.byIds(wanted), call);
}

/** What the capability rules need of a row; for one in the trash, also its former status. */
export function factsOf(post: Post, call: Call): MaybePromise<PostFacts> {
  if (post.status !== 'trash') return post;
  const { id, status, authorId } = post;
  const reading = call.once(`trashed from ${id}`, () => statusBeforeTrash(id, call.store));
  return reading.then((trashedFrom) => ({ status, authorId, trashedFrom }));
}

/** Whether the caller may read the row; for a row that inherits its status, the parent decides. */
export function isReadable(kind: ContentKind, post: Post, call: Call): MaybePromise<boolean> {
  const inherits = kind.type.inheritsFromParent && post.status === 'inherit' && post.parentId > 0;
  if (call.preview?.postId === (inherits ? post.parentId : post.id)) return true;
  const { type, status, authorId } = post;
  const visibility = kind.visibility.readable(call.caller);
  return andThen(inherits ? postById(post.parentId, call) : null, (parent) =>
    sees(visibility, { type, status, authorId, parent }),
  );
}

/** The error for a row that this caller may not see. */
export function hidden(call: Pick<Call, 'caller' | 'variant'>) {
  const status = call.caller.userId === 0 ? call.variant.content.hiddenFromAnonymous : 403;
  return errors.rest_forbidden(undefined, { status });
}

function refusePassword(post: Post, password: string | undefined): void {
  if (password === undefined || password === '') return;
  if (!isPassword(post.password, password)) throw contentErrors.rest_post_incorrect_password();
}

function refuseOthersName(kind: ContentKind, { author }: Input, { caller }: Call): void {
  if (!author || author === caller.userId || canEditOthersPosts(caller, kind.type)) return;
  throw contentErrors.rest_cannot_edit_others();
}

function refuseSticky(kind: ContentKind, { sticky }: Input, { caller }: Call): void {
  if (kind.type.sticky && sticky && !canPublishPosts(caller, kind.type))
    throw contentErrors.rest_cannot_assign_sticky();
}

/** Id 0 is not a term, so nobody may assign it. */
function refuseTerms(kind: ContentKind, input: Input, { caller }: Call): void {
  for (const { restBase, capabilities } of kind.taxonomies) {
    const ids = input[restBase];
    if (!Array.isArray(ids) || ids.length === 0) continue;
    if (ids.includes(0) || !caller.can(capabilities.assign)) throw contentErrors.rest_cannot_assign_term();
  }
}

/** Whether a create request contains an id, in body or query; `id` is not an argument of that route. */
export async function sentId(call: Call): Promise<boolean> {
  const body = await call.request.body();
  const fields = body.kind === 'json' ? body.value : body.kind === 'form' ? body.fields : null;
  const sent = (source: unknown): unknown =>
    typeof source === 'object' && source !== null && 'id' in source ? source.id : undefined;
  const id = sent(fields) ?? sent(call.request.query);
  return id !== undefined && id !== null && id !== '' && id !== 0 && id !== '0' && id !== false;
}
