import type { Call } from '../../../api/call.ts';
import { reply } from '../../../api/reply.ts';
import { type Route, route } from '../../../api/routing/route.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { s } from '../../../lib/schema/schema.ts';
import { canEditPost } from '../../../rules/capabilities.ts';
import { mediaTags } from '../../../rules/content/media-taxonomies.ts';
import type { TaxonomyType } from '../../../rules/taxonomies.ts';
import type { Post } from '../../../storage/rows.ts';
import { contentErrors } from '../../posts/content-errors.ts';
import type { ContentKind } from '../../posts/content-kind.ts';
import { factsOf, rememberPosts } from '../../posts/content-permissions.ts';
import { mediaUses, mediaUsesSchema } from '../media-file-routes.ts';
import type { MediaView } from '../media-subject.ts';
import { changeFiles } from './change-files.ts';
import { moveToFolder } from './media-folders.ts';
import { tagNames, tagsNamed, taxonomyNamed } from './media-tags.ts';

/** So many files are changed in one request, all of them or none. */
export const mostAtOnce = 100;
/** For each of these, texts are searched. */
const mostAsked = 20;

const idsArgument = (most: number) =>
  s.array(s.integer({ minimum: 1 }), {
    required: true,
    description: `Up to ${most} files.`,
    check: (ids: number[]) => (ids.length === 0 || ids.length > most ? `ids needs between 1 and ${most} ids.` : null),
  });

/** The files with these ids; refused where one does not exist or the caller may not change it. */
export async function editableFiles(
  kind: ContentKind,
  ids: readonly number[],
  call: Call,
): Promise<ReadonlyMap<number, Post>> {
  await rememberPosts(ids, call);
  const rows = new Map((await call.store.posts.byIds(ids)).map((row) => [row.id, row]));
  for (const id of ids) {
    const file = rows.get(id);
    if (file?.type !== kind.type.name) throw contentErrors.rest_post_invalid_id();
    if (!canEditPost(call.caller, kind.type, await factsOf(file, call))) throw contentErrors.rest_cannot_edit();
  }
  return rows;
}

/** Changes of several files, and where they are used. */
export function bulkRoutes({ kind, kinds }: MediaView, taxonomies: readonly TaxonomyType[]): Route[] {
  const permit = async ({ ids = [] }: { readonly ids?: readonly number[] }, call: Call) => {
    if (!call.caller.can('upload_files')) throw contentErrors.rest_cannot_edit();
    await editableFiles(kind, ids, call);
  };
  return [
    route({
      method: 'POST',
      path: '/platen/v1/media/bulk',
      summary: 'Put several files into a folder, and tags on them or off.',
      args: {
        ids: idsArgument(mostAtOnce),
        folder: s.integer({ minimum: 0, description: 'The folder that they are put into; 0 for none.' }),
        add_tags: tagNames('Tags that they get.'),
        remove_tags: s.array(s.integer({ minimum: 1 }), { description: 'Ids of tags that are taken off.' }),
      },
      response: { schema: json.object({ changed: json.integer }) },
      undoable: true,
      permit,
      requiresLogin: true,
      handle: async ({ ids, folder, add_tags = [], remove_tags = [] }, call) => {
        const unique = [...new Set(ids)];
        const changes = unique.map((id) => ({ id, draft: {} }));
        await changeFiles(kind, changes, call, async (store) => {
          if (folder !== undefined) await moveToFolder(unique, folder, store);
          if (add_tags.length + remove_tags.length === 0) return;
          const taxonomy = taxonomyNamed(taxonomies, mediaTags);
          const added = await tagsNamed(add_tags, { store, taxonomy, slugs: kind.slugs });
          const before = await store.terms.ofPosts(unique);
          for (const id of unique) {
            const own = (before.get(id) ?? []).filter((term) => term.taxonomy === mediaTags).map((term) => term.id);
            const kept = own.filter((tag) => !remove_tags.includes(tag));
            await store.terms.assign(id, mediaTags, [...new Set([...kept, ...added])]);
          }
        });
        call.forget();
        return reply({ changed: unique.length });
      },
    }),
    route({
      method: 'GET',
      path: '/platen/v1/media/uses',
      summary: 'Show where several files are used, among what you may edit.',
      args: { ids: idsArgument(mostAsked) },
      response: { schema: json.mapOf(mediaUsesSchema) },
      permit,
      requiresLogin: true,
      handle: async ({ ids }, call) => {
        const written = [...kinds].filter(({ type }) => !type.inheritsFromParent);
        const uses: Record<string, Awaited<ReturnType<typeof mediaUses>>> = {};
        for (const [id, file] of await editableFiles(kind, ids, call)) uses[id] = await mediaUses(file, written, call);
        return reply(uses);
      },
    }),
  ];
}
