import type { Call } from '../../api/call.ts';
import type { Embedder } from '../../api/resource/link.ts';
import { presentEmbedded } from '../../api/resource/present.ts';
import type { Post } from '../../storage/rows.ts';
import { contentErrors } from './content-errors.ts';
import type { ContentKind } from './content-kind.ts';
import { hidden, isReadable } from './content-permissions.ts';
import type { ContentResource } from './content-resource.ts';
import type { ContentView } from './content-view.ts';

/** A view of a kind with the resource that shows it. */
export interface ShownContent {
  readonly view: ContentView;
  readonly resource: ContentResource;
}

/**
 * Embeds posts of these kinds by id; an error is embedded for a post that the caller may not read.
 *
 * @param elsewhere type → name of the embedder that shows it, for types with their own resource
 */
export function contentEmbedder(
  shown: readonly { readonly view: ContentView; readonly resource: Pick<ContentResource, 'show'> }[],
  elsewhere: Readonly<Record<string, string>> = {},
): Embedder {
  return async (ids, call) => {
    const posts = new Map((await call.store.posts.byIds(ids)).map((post) => [post.id, post]));
    const answers = new Map<number, unknown>();
    for (const { view, resource } of shown) {
      const { kind } = view;
      const own = [...posts.values()].filter((post) => post.type === kind.type.name);
      const readable = await readableOf(kind, own, call, answers);
      const items = await presentEmbedded(resource, readable, call);
      for (const [i, post] of readable.entries()) answers.set(post.id, items[i]);
    }
    for (const [type, embedder] of Object.entries(elsewhere)) {
      const own = [...posts.values()].filter((post) => post.type === type).map((post) => post.id);
      const items = own.length > 0 ? await call.embed(embedder, own) : [];
      for (const [i, id] of own.entries()) answers.set(id, items[i]);
    }
    return ids.map((id) => answers.get(id) ?? contentErrors.rest_post_invalid_id());
  };
}

/** The posts that the caller may read; sets an error as the answer for the others. */
async function readableOf(
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
