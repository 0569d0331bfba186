import type { Call } from '../../../api/call.ts';
import { reply } from '../../../api/reply.ts';
import { type Route, route, writing } from '../../../api/routing/route.ts';
import type { Variant } from '../../../api/variant.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { s } from '../../../lib/schema/schema.ts';
import { mediaFolders, mediaTags } from '../../../rules/content/media-taxonomies.ts';
import type { TaxonomyType } from '../../../rules/taxonomies.ts';
import type { Term } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';
import { termErrors } from '../../terms/term-errors.ts';
import { askBeforeTerm, recordTerm } from '../../terms/term-hooks.ts';
import { createTerm, removeTerm, reread, type TermDraft, type TermWork, updateTerm } from '../../terms/write-term.ts';
import { libraryErrors } from './library-errors.ts';
import { allFolders, existingFolder, folderModel, folderSchema, mostFolders } from './media-folders.ts';
import { taxonomyNamed } from './media-tags.ts';

const path = '/platen/v1/media/folders';
const item = `${path}/{id:int}` as const;
const nameDescription = 'What it is called; unique among those beside it.';
const name = s.string({ description: nameDescription });
const parent = s.integer({ minimum: 0, description: 'The folder above it; 0 for none.' });

/** The folders of the media library, and its tags. */
export function folderRoutes(
  taxonomies: readonly TaxonomyType[],
  { text }: Pick<Variant, 'text'>,
  permitRead: (input: object, call: Call) => void,
): Route[] {
  const taxonomy = taxonomyNamed(taxonomies, mediaFolders);
  const { slugs } = text;
  const permit = (capability: string) => (_input: object, call: Call) => {
    if (!call.caller.can(capability)) throw termErrors.rest_cannot_update();
  };
  /** Writes a folder as any other term is written, with the hooks around it. */
  const write = async (
    action: 'create' | 'update' | 'delete',
    { known, draft }: { readonly known: Term | null; readonly draft: TermDraft },
    call: Call,
    run: (work: TermWork, draft: TermDraft) => Promise<Term>,
  ): Promise<Term> => {
    const changed = { ...draft, ...(await askBeforeTerm(action, known, draft, call)) };
    const term = await call.store.transaction(async (store) => {
      const written = await run({ store, taxonomy, slugs }, changed);
      await recordTerm(store, action, written, call);
      return written;
    });
    call.hooks?.wake();
    call.forget();
    return term;
  };
  const folderOf = async (id: number, { store }: Call): Promise<Term> => {
    const folder = await store.terms.byId(id, mediaFolders);
    if (!folder) throw termErrors.rest_term_invalid();
    return folder;
  };
  return [
    route({
      method: 'GET',
      path,
      summary: 'List the folders of the media library.',
      response: { schema: json.listOf(folderSchema) },
      permit: permitRead,
      requiresLogin: true,
      handle: async (_input, { store }) => reply((await allFolders(store)).map(folderModel)),
    }),
    route({
      method: 'POST',
      path,
      summary: 'Make a folder.',
      args: { name: s.string({ required: true, description: nameDescription }), parent },
      response: { status: 201, schema: folderSchema },
      undoable: true,
      permit: permit(taxonomy.capabilities.edit),
      requiresLogin: true,
      handle: async ({ name: called, parent: above }, call) => {
        const draft = { name: called, parentId: above ?? 0 };
        const made = await write('create', { known: null, draft }, call, async (work, changed) => {
          await refuseMore(work.store);
          return createTerm(work, changed);
        });
        return reply(folderModel(made), { status: 201 });
      },
    }),
    route({
      method: writing,
      path: item,
      summary: 'Rename a folder, or move it below another.',
      args: { name, parent },
      response: { schema: folderSchema },
      undoable: true,
      permit: permit(taxonomy.capabilities.edit),
      requiresLogin: true,
      handle: async ({ id, name: called, parent: above }, call) => {
        const known = await folderOf(id, call);
        const draft = {
          ...(called === undefined ? {} : { name: called }),
          ...(above === undefined ? {} : { parentId: above }),
        };
        const changed = await write('update', { known, draft }, call, async (work, values) => {
          await refuseBelowItself(id, values.parentId, work.store);
          return updateTerm(work, known, values);
        });
        return reply(folderModel(changed));
      },
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: 'Remove a folder. What is in it moves to the folder above it.',
      response: { schema: json.object({ deleted: json.boolean, previous: folderSchema }) },
      undoable: true,
      permit: permit(taxonomy.capabilities.delete),
      requiresLogin: true,
      handle: async ({ id }, call) => {
        const known = await folderOf(id, call);
        const removed = await write('delete', { known, draft: {} }, call, async (work) => {
          await work.store.lock(`terms of ${mediaFolders}`);
          const term = await reread(work, id);
          if (term.parentId > 0) await work.store.terms.reassignPosts(id, term.parentId, mediaFolders);
          await removeTerm(work, term, call.site);
          return term;
        });
        return reply({ deleted: true, previous: folderModel(removed) });
      },
    }),
    route({
      method: 'GET',
      path: '/platen/v1/media/tags',
      summary: 'Find tags of files.',
      args: {
        search: s.string({ default: '', description: 'A part of the name.' }),
        per_page: s.integer({ default: 20, minimum: 1, maximum: 100, description: 'Tags to show.' }),
        include: s.array(s.integer({ minimum: 1 }), { default: [], description: 'Only tags with these ids.' }),
      },
      response: { schema: json.listOf(json.object({ id: json.integer, name: json.string })) },
      permit: permitRead,
      requiresLogin: true,
      handle: async ({ search, per_page: limit, include }, { store }) => {
        const filter = {
          taxonomy: mediaTags,
          ...(search === '' ? {} : { search }),
          ...(include.length > 0 ? { ids: include } : {}),
        };
        const found = await store.terms.find(filter, { by: 'name', direction: 'asc' }, { limit, offset: 0 });
        return reply(found.map(({ id, name: called }) => ({ id, name: called })));
      },
    }),
  ];
}

async function refuseMore(store: Store): Promise<void> {
  await store.lock(`terms of ${mediaFolders}`);
  const count = await store.terms.count({ taxonomy: mediaFolders });
  if (count >= mostFolders) throw libraryErrors.platen_too_many_folders({ most: mostFolders });
}

/** Said before the general rule for terms, which moves such a one to the top. */
async function refuseBelowItself(id: number, parentId: number | undefined, store: Store): Promise<void> {
  if (!parentId) return;
  await store.lock(`terms of ${mediaFolders}`);
  await existingFolder(parentId, store);
  const below = await store.terms.withDescendants(id, mediaFolders);
  if (below.includes(parentId)) throw libraryErrors.platen_folder_below_itself();
}
