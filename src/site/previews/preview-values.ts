import { refuseParams } from '../../api/arguments.ts';
import type { Call } from '../../api/call.ts';
import type { PreviewValues } from '../../auth/preview-table.ts';
import { errors } from '../../lib/errors.ts';
import type { Members } from '../../lib/schema/schema.ts';
import { accept, Refusal } from '../../lib/schema/validate.ts';
import type { Post } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { contentErrors } from '../../wp/posts/content-errors.ts';
import { contentPermissions } from '../../wp/posts/content-permissions.ts';
import type { ShownContent } from '../../wp/posts/content-resource.ts';
import type { PostDraft } from '../../wp/posts/operations/post-draft.ts';
import { planBeforehand } from '../../wp/posts/operations/post-fields.ts';
import { cleanBeforehand } from '../../wp/posts/operations/post-texts.ts';
import { updatePost } from '../../wp/posts/operations/update-post.ts';
import { revisionType } from '../../wp/posts/revisions/save-revision.ts';
import { revisionFields } from '../../wp/posts/revisions/versioned-fields.ts';

/** The texts and fields of a revision of a post. */
export async function revisionValues(
  { view: { kind } }: ShownContent,
  post: Post,
  revisionId: number,
  { store }: Call,
): Promise<PreviewValues> {
  const revision = await store.posts.byId(revisionId);
  if (revision?.type !== revisionType || revision.parentId !== post.id) throw contentErrors.rest_post_invalid_id();
  const { title, content, excerpt } = revision;
  return { texts: { title, content, excerpt }, meta: await revisionFields(kind, revisionId, store) };
}

/**
 * The values that a post would have after these changes by the caller: they are written as any update is, with the same
 * checks and cleaning, in a transaction that is undone.
 */
export async function changedValues(
  shown: ShownContent,
  post: Post,
  changes: Members,
  call: Call,
): Promise<PreviewValues> {
  const { kind } = shown.view;
  const input = acceptChanges(shown, changes, call);
  await contentPermissions(kind).update({ ...input, id: post.id }, call);
  const draft = await shown.resource.draft(input, call);
  const { caller, site, now } = call;
  const work = { caller, site, now, store: call.store, hooks: null };
  const cleaned = await cleanBeforehand(kind, post.id, draft, work);
  const planned = await planBeforehand(kind, post, draft, work);
  try {
    return await call.store.transaction(async (store): Promise<never> => {
      const before = await stateOf(store, post.id);
      const after = await updatePost(kind, post.id, draft, { ...work, store }, { cleaned, planned });
      throw new UndoneUpdate(differences(draft, after, before, await stateOf(store, post.id)));
    });
  } catch (error) {
    if (error instanceof UndoneUpdate) return error.values;
    throw error;
  }
}

/** Ends a transaction, so that nothing of it is stored. */
class UndoneUpdate extends Error {
  readonly values: PreviewValues;

  constructor(values: PreviewValues) {
    super('The update was only tried.');
    this.values = values;
  }
}

const plainNames = ['title', 'content', 'excerpt', 'featured_media', 'meta', 'format', 'template'];

const namesOf = ({ view }: ShownContent): ReadonlySet<string> =>
  new Set([...plainNames, ...view.kind.taxonomies.map(({ restBase }) => restBase)]);

/** What of these fields can be part of a preview. */
export function previewable(shown: ShownContent, fields: Members): Members {
  const named = namesOf(shown);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => named.has(name)));
}

/** The changes as the arguments of an update; other names are refused. */
function acceptChanges(shown: ShownContent, changes: Members, call: Call): Record<string, unknown> {
  const { resource } = shown;
  const named = namesOf(shown);
  const input: Record<string, unknown> = {};
  const refused: Record<string, Refusal> = {};
  for (const [name, value] of Object.entries(changes)) {
    const schema = named.has(name) ? resource.arguments.update[name] : undefined;
    if (!schema) throw unknownChange(name);
    // As in any request, null counts as not sent.
    if (value === null) continue;
    const accepted = accept(schema, value, name);
    if (accepted instanceof Refusal) refused[name] = accepted;
    else input[name] = accepted;
  }
  refuseParams(Object.keys(refused).length > 0 ? refused : null, call);
  return input;
}

function unknownChange(name: string) {
  const params = { changes: `${name.slice(0, 60)} cannot be part of a preview.` };
  return errors.rest_invalid_param({ params }, { details: { params } });
}

interface Relations {
  readonly meta: ReadonlyMap<string, readonly (string | null)[]>;
  readonly terms: ReadonlyMap<string, readonly number[]>;
}

async function stateOf(store: Store, postId: number): Promise<Relations> {
  const meta = new Map<string, (string | null)[]>();
  for (const { key, value } of (await store.meta.of('post', [postId])).get(postId) ?? [])
    meta.set(key, [...(meta.get(key) ?? []), value]);
  const terms = new Map<string, number[]>();
  for (const { taxonomy, id } of (await store.terms.ofPosts([postId])).get(postId) ?? [])
    terms.set(taxonomy, [...(terms.get(taxonomy) ?? []), id]);
  return { meta, terms };
}

function differences(
  { title, content, excerpt }: PostDraft,
  after: Post,
  before: Relations,
  now: Relations,
): PreviewValues {
  const isWritten = title !== undefined || content !== undefined || excerpt !== undefined;
  return {
    ...(isWritten ? { texts: { title: after.title, content: after.content, excerpt: after.excerpt } } : {}),
    meta: changedIn(before.meta, now.meta),
    terms: changedIn(before.terms, now.terms),
  };
}

function changedIn<Value>(
  before: ReadonlyMap<string, readonly Value[]>,
  now: ReadonlyMap<string, readonly Value[]>,
): Record<string, readonly Value[]> {
  const keys = new Set([...before.keys(), ...now.keys()]);
  const changed = [...keys].filter((key) => JSON.stringify(before.get(key)) !== JSON.stringify(now.get(key)));
  return Object.fromEntries(changed.map((key) => [key, now.get(key) ?? []]));
}
