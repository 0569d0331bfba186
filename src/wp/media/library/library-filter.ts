import type { Call } from '../../../api/call.ts';
import { type InputOf, s } from '../../../lib/schema/schema.ts';
import { attachmentMetaKeys } from '../../../media/attachment-metadata.ts';
import { mediaFolders, mediaTags } from '../../../rules/content/media-taxonomies.ts';
import { everything } from '../../../rules/visibility.ts';
import type { PostExpression, PostFilter, PostOrder, TermGroup } from '../../../storage/store.ts';
import type { ContentKind } from '../../posts/content-kind.ts';
import { dateFilter, isTooBroad } from '../../posts/content-list.ts';
import { moment, searchWords } from '../../posts/content-list-arguments.ts';
import { allFolders } from './media-folders.ts';

const kinds = ['image', 'video', 'audio', 'document'] as const;
const mimesOf: Readonly<Record<string, readonly string[]>> = {
  image: ['image/*'],
  video: ['video/*'],
  audio: ['audio/*'],
  document: ['application/*', 'text/*'],
};

const longestSearch = 200;

/** What the files of the library are narrowed by. Each is answered by an index. */
export const libraryFilterArguments = {
  context: s.string({
    enum: ['view', 'edit'],
    default: 'view',
    description: 'Files that you may use, or that you may change.',
  }),
  search: s.string({
    default: '',
    description: 'Words in title, caption, description, alternative text or file name.',
    check: (text: string) =>
      text.length > longestSearch ? `search may have at most ${longestSearch} characters.` : null,
  }),
  media_type: s.string({ enum: [...kinds], description: 'Limit to files of this kind.' }),
  mime_type: s.string({ description: 'Limit to files of this media type.' }),
  after: moment('Limit to files of later dates.'),
  before: moment('Limit to files of earlier dates.'),
  author: s.integer({ minimum: 1, description: 'Limit to files of this author.' }),
  folder: s.integer({ minimum: 0, description: 'Limit to this folder; 0 for files that are in none.' }),
  below: s.boolean({ default: false, description: 'Whether files in folders below it are listed as well.' }),
  tag: s.integer({ minimum: 1, description: 'Limit to files with this tag.' }),
};

export type LibraryFilterInput = InputOf<typeof libraryFilterArguments>;

/** The filter of a request, limited to what this caller may see. */
export async function libraryFilter(
  kind: ContentKind,
  input: LibraryFilterInput,
  order: PostOrder,
  call: Call,
): Promise<PostFilter> {
  const { visibility } = kind;
  const { wanted, unwanted } = searchWords(input.search);
  const mimeTypes = input.mime_type ? [input.mime_type] : input.media_type ? mimesOf[input.media_type] : undefined;
  const filter: PostFilter = {
    types: [kind.type.name],
    statuses: ['inherit', 'private'],
    visibility: input.context === 'edit' ? visibility.editable(call.caller) : visibility.readable(call.caller),
    ...dateFilter(input, call),
    ...(mimeTypes ? { mimeTypes } : {}),
    ...(input.author ? { authorIds: [input.author] } : {}),
    ...(unwanted.length > 0 ? { notSearch: unwanted } : {}),
    ...(await termsOf(input, call)),
  };
  return wanted.length > 0 ? searched(filter, wanted, order, call) : filter;
}

async function termsOf(
  { folder, below, tag }: LibraryFilterInput,
  { store }: Call,
): Promise<Pick<PostFilter, 'withTerms' | 'withoutTerms'>> {
  const withTerms: TermGroup[] = tag === undefined ? [] : [{ taxonomy: mediaTags, termIds: [tag] }];
  if (folder === 0) {
    const termIds = (await allFolders(store)).map(({ id }) => id);
    const withoutTerms = termIds.length > 0 ? [{ taxonomy: mediaFolders, termIds }] : [];
    return { ...(withTerms.length > 0 ? { withTerms } : {}), ...(withoutTerms.length > 0 ? { withoutTerms } : {}) };
  }
  if (folder !== undefined) {
    const termIds = below ? await store.terms.withDescendants(folder, mediaFolders) : [folder];
    withTerms.push({ taxonomy: mediaFolders, termIds });
  }
  return withTerms.length > 0 ? { withTerms } : {};
}

const inMeta = (name: string, text: string): PostExpression => ({
  kind: 'meta',
  key: { name, type: 'text', isIndexed: false },
  compared: { is: 'contains', text },
});

/** Alternative texts and names of files have no index of their words: they are compared in libraries of up to so many. */
const mostCompared = 5_000;

/**
 * Each word is in a text, the alternative text or the name of the file. In a larger library the texts alone are searched,
 * by their index; the title of a file is its name unless somebody gave it another.
 */
async function searched(
  filter: PostFilter,
  words: readonly string[],
  order: PostOrder,
  { store }: Call,
): Promise<PostFilter> {
  const { types, statuses = [] } = filter;
  const size = await store.posts.count({ types, statuses, visibility: everything });
  if (size > mostCompared) return { ...filter, search: words };
  const found = words.map(
    (word): PostExpression => ({
      kind: 'or',
      of: [
        // Which rows are searched at all is said by the rest of the filter.
        { kind: 'text', words: [word], open: everything },
        inMeta(attachmentMetaKeys.altText, word),
        inMeta(attachmentMetaKeys.file, word),
      ],
    }),
  );
  const planned = await store.posts.plan({ ...filter, where: { kind: 'and', of: found } }, order);
  return isTooBroad(planned) ? { ...filter, search: words } : planned;
}
