import type { Call } from '../api/call.ts';
import { presentBare, presentItem } from '../api/present.ts';
import { type Reply, reply } from '../api/reply.ts';
import type { Post } from '../storage/rows.ts';
import { addressOnce } from './content-addresses.ts';
import type { ContentKind } from './content-kind.ts';
import { existing } from './content-permits.ts';
import type { ContentResource } from './content-resource.ts';
import { createPost } from './post-create.ts';
import type { PostDraft } from './post-draft.ts';
import { removePost } from './post-remove.ts';
import { trashPost } from './post-trash.ts';
import { updatePost } from './post-update.ts';

type Input = Readonly<Record<string, unknown>>;

/** What requests do to a kind of content: thin readers of the operations. */
export interface ContentActs {
  show(input: Input, call: Call): Promise<Reply>;
  create(input: Input, call: Call): Promise<Reply>;
  update(input: Input, call: Call): Promise<Reply>;
  remove(input: Input, call: Call): Promise<Reply>;
}

export function contentActs(kind: ContentKind, resource: ContentResource): ContentActs {
  const asEditor = (post: Post, call: Call) => presentItem(resource, post, call, 'edit');
  return {
    async show(input, call) {
      const post = await existing(kind, input, call);
      const body = await presentItem(resource, post, call, input['context'] as 'view');
      return reply(body, { link: `<${await addressOnce(kind, post, call)}>; rel="alternate"; type=text/html` });
    },
    async create(input, call) {
      const post = await createPost(kind, await draftOf(resource, input, call), call);
      const headers = { Location: `${call.site.apiUrl}${kind.path}/${post.id}` };
      return reply(await asEditor(post, call), { status: 201, headers });
    },
    async update(input, call) {
      const draft = await draftOf(resource, input, call);
      return reply(await asEditor(await updatePost(kind, input['id'] as number, draft, call), call));
    },
    async remove(input, call) {
      const post = await existing(kind, input, call);
      if (input['force'] !== true) return reply(await asEditor(await trashPost(kind, post.id, call), call));
      const [previous] = await presentBare(resource, [post], call, 'edit');
      await removePost(kind, post.id, call);
      return reply({ deleted: true, previous });
    },
  };
}

/** What was sent, field by field, as a draft; a field may refuse. */
export async function draftOf(resource: ContentResource, input: Input, call: Call): Promise<PostDraft> {
  const draft: PostDraft = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    // The validator has accepted the value by this field's own schema.
    if (field.write && input[name] !== undefined) await field.write(draft, input[name] as never, call);
  }
  return draft;
}
