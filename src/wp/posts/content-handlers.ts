import type { Call } from '../../api/call.ts';
import { type Reply, reply } from '../../api/reply.ts';
import type { Context } from '../../api/resource/context.ts';
import { presentBare, presentItem } from '../../api/resource/present.ts';
import type { Post } from '../../storage/rows.ts';
import { addressOnce } from './content-addresses.ts';
import { existing, rememberPost } from './content-permissions.ts';
import type { ContentResource } from './content-resource.ts';
import type { ContentView } from './content-view.ts';
import { createPost } from './operations/create-post.ts';
import { removePost } from './operations/remove-post.ts';
import { trashPost } from './operations/trash-post.ts';
import { updatePost } from './operations/update-post.ts';

type Input = Readonly<Record<string, unknown>>;
type Item = { readonly id: number };

/** The handlers of a kind of content: thin wrappers around the operations. */
export function contentHandlers({ kind, path }: ContentView, resource: ContentResource) {
  const asEditor = (post: Post, call: Call) => presentItem(resource, post, call, 'edit');
  return {
    async show(input: Item & { readonly context: Context }, call: Call): Promise<Reply> {
      const post = await existing(kind, input, call);
      const body = await presentItem(resource, post, call, input.context);
      // What readers cannot see has no page.
      if (kind.type.extended && !kind.type.public) return reply(body);
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
