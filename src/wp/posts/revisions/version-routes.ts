import type { Call } from '../../../api/call.ts';
import { reply } from '../../../api/reply.ts';
import { type Route, route } from '../../../api/routing/route.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { mayWriteMeta } from '../../../rules/meta-registry.ts';
import { wireDate } from '../../../rules/zone.ts';
import type { Post } from '../../../storage/rows.ts';
import { contentErrors } from '../content-errors.ts';
import type { ContentKind } from '../content-kind.ts';
import { postById } from '../content-permissions.ts';
import { updatePost } from '../operations/update-post.ts';
import { revisionType } from './save-revision.ts';
import { areSameFields, fieldValues, revisionFields, shownFields, versionedFields } from './versioned-fields.ts';

interface Item {
  readonly kind: ContentKind;
  readonly post: Post;
}

/** Finds an item that the caller may edit, or throws. */
type ItemSource = (input: { readonly id?: number }, call: Call) => Promise<Item>;

interface Named {
  readonly id?: number;
  readonly revision?: number;
}

const path = '/platen/v1/content/{id:int}/revisions/{revision:int}' as const;

/** A revision with all that it keeps, in every variant of the interface, and what makes an item like it again. */
export function versionRoutes(itemOf: ItemSource): Route[] {
  const permit = async (input: Named, call: Call): Promise<void> => {
    const { kind, post } = await itemOf(input, call);
    await revisionOf(kind, post, input, call);
  };
  return [
    route({
      method: 'GET',
      path,
      summary: 'Show what a revision keeps: the texts as they are stored, and the fields that it knows of.',
      response: {
        schema: json.object({
          id: json.integer,
          author: json.integer,
          modified: json.dateTime,
          title: json.string,
          content: json.string,
          excerpt: json.string,
          meta: json.mapOf(true),
        }),
      },
      permit,
      handle: async (input, call) => {
        const { kind, post } = await itemOf(input, call);
        const { id, authorId, modified, title, content, excerpt } = await revisionOf(kind, post, input, call);
        const meta = shownFields(kind, post.id, await revisionFields(kind, id, call.store), call.caller);
        return reply({ id, author: authorId, modified: wireDate(modified), title, content, excerpt, meta });
      },
      shareable: false,
    }),
    route({
      method: 'POST',
      path: `${path}/restore`,
      summary: 'Give an item the texts and fields of a revision. Fields that you may not change stay as they are.',
      response: { schema: json.object({ id: json.integer, revision: json.integer, modified: json.dateTime }) },
      undoable: true,
      permit,
      handle: async (input, call) => {
        const { kind, post } = await itemOf(input, call);
        const revision = await revisionOf(kind, post, input, call);
        const { title, content, excerpt } = revision;
        const meta = await fieldsToWrite(kind, post, revision, call);
        const after = await updatePost(kind, post.id, { title, content, excerpt, meta }, call);
        return reply({ id: post.id, revision: revision.id, modified: wireDate(after.modified) });
      },
    }),
  ];
}

async function revisionOf(kind: ContentKind, post: Post, { revision: id }: Named, call: Call): Promise<Post> {
  const revision = id === undefined ? null : await postById(id, call);
  if (!kind.supports('revisions') || revision?.type !== revisionType || revision.parentId !== post.id)
    throw contentErrors.rest_post_invalid_id();
  return revision;
}

/** The values of a revision that differ from those of the item, as far as the caller may write them; null for none. */
async function fieldsToWrite(
  kind: ContentKind,
  post: Post,
  revision: Post,
  { store, caller }: Call,
): Promise<Record<string, unknown>> {
  const now = await fieldValues(kind, post.id, store);
  const then = await revisionFields(kind, revision.id, store);
  const rows = Object.entries(then).flatMap(([key, values]) => values.map((value) => ({ key, value })));
  const differing = versionedFields(kind).filter((one) => {
    const { key, storedAs = key } = one;
    if (!Object.hasOwn(then, storedAs) || !mayWriteMeta(one, caller, post.id)) return false;
    return !areSameFields({ [key]: then[storedAs] ?? [] }, { [key]: now[storedAs] ?? [] });
  });
  return Object.fromEntries(
    differing.map((one) => [
      one.key,
      rows.some(({ key }) => key === (one.storedAs ?? one.key)) ? kind.meta.valueOf(one, rows) : null,
    ]),
  );
}
