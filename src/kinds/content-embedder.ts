import type { Call } from '../api/call.ts';
import { presentEmbedded } from '../api/present.ts';
import type { Embedder } from '../api/resource.ts';
import type { Post } from '../storage/rows.ts';
import { contentErrors } from './content-errors.ts';
import type { ContentKind } from './content-kind.ts';
import { hidden, isReadable } from './content-permits.ts';
import type { ContentResource } from './content-resource.ts';

/** A kind with the resource that shows it. */
export interface ShownContent {
  readonly kind: ContentKind;
  readonly resource: ContentResource;
}

/**
 * Embeds posts of these kinds by id; what the caller may not read is answered with the refusal in its place.
 *
 * @param elsewhere type → name of the embedder that shows it, for types with a resource of their own
 */
export function contentEmbedder(
  shown: readonly ShownContent[],
  elsewhere: Readonly<Record<string, string>> = {},
): Embedder {
  return async (ids, call) => {
    const posts = new Map((await call.store.posts.byIds(ids)).map((post) => [post.id, post]));
    const answers = new Map<number, unknown>();
    for (const { kind, resource } of shown) {
      const own = [...posts.values()].filter((post) => post.type === kind.type.name);
      const readable = await sortOut(kind, own, call, answers);
      const items = await presentEmbedded(resource, readable, call);
      for (const [i, post] of readable.entries()) answers.set(post.id, items[i]);
    }
    for (const [type, embedder] of Object.entries(elsewhere)) {
      const own = [...posts.values()].filter((post) => post.type === type).map((post) => post.id);
      const items = own.length > 0 ? await call.registry.embedders.get(embedder)?.(own, call) : undefined;
      for (const [i, id] of own.entries()) answers.set(id, items?.[i]);
    }
    return ids.map((id) => answers.get(id) ?? contentErrors.rest_post_invalid_id());
  };
}

async function sortOut(
  kind: ContentKind,
  posts: readonly Post[],
  call: Call,
  answers: Map<number, unknown>,
): Promise<Post[]> {
  const readable: Post[] = [];
  for (const post of posts) {
    if (await isReadable(kind, post, call)) readable.push(post);
    else answers.set(post.id, hidden(call));
  }
  return readable;
}
