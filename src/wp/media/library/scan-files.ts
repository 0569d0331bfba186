import type { Call } from '../../../api/call.ts';
import { type InputOf, s } from '../../../lib/schema/schema.ts';
import {
  attachmentMetaKeys as keys,
  readPicture,
  readStoredValue,
  storedFileSize,
} from '../../../media/attachment-metadata.ts';
import { readOption } from '../../../storage/options/site-options.ts';
import type { Post } from '../../../storage/rows.ts';
import type { PostFilter } from '../../../storage/store.ts';
import type { ContentKind } from '../../posts/content-kind.ts';
import { isUnused } from '../media-file-routes.ts';
import { siteLogoId } from '../site-logo.ts';
import { decorativeKey } from './library-item.ts';

/** Files are looked at so many at a time, and so many times in one request. */
const windowSize = 250;
const mostWindows = 4;
/** For each of these, texts are searched. */
const mostSearched = 24;

/** What no index knows of files. A request looks at a bounded number of them and says where the next one begins. */
export const scanArguments = {
  lacks: s.string({
    enum: ['alt_text', 'use'],
    description: 'Pictures without alternative text that are not decorative, or files that nothing uses.',
  }),
  min_width: s.integer({ minimum: 1, description: 'Limit to pictures of at least this width.' }),
  max_width: s.integer({ minimum: 1, description: 'Limit to pictures of at most this width.' }),
  min_bytes: s.integer({ minimum: 1, description: 'Limit to files of at least this size, where it is stored.' }),
  below_id: s.integer({ minimum: 1, description: 'Look at files with smaller ids only: the next of the answer.' }),
};

export type ScanInput = InputOf<typeof scanArguments>;

export interface Scanned {
  readonly rows: readonly Post[];
  /** Where the next request goes on; null where there is nothing left to look at. */
  readonly next: number | null;
  readonly lookedAt: number;
}

/** The newest files that match, up to a page of them; `kinds` are those whose items may use files. */
export async function scanFiles(
  filter: PostFilter,
  input: ScanInput,
  { limit, kinds }: { readonly limit: number; readonly kinds: readonly ContentKind[] },
  call: Call,
): Promise<Scanned> {
  const size = input.lacks === 'use' ? mostSearched : windowSize;
  const windows = input.lacks === 'use' ? 1 : mostWindows;
  const found: Post[] = [];
  let below = input.below_id ?? null;
  let lookedAt = 0;
  for (let at = 0; at < windows; at += 1) {
    const rows = await newestBelow(narrowed(filter, input), below, size, call);
    const matching = await matchingOf(rows, input, kinds, call);
    const room = limit - found.length;
    found.push(...matching.slice(0, room));
    // A page that is full goes on after its last file, else after the last one that was looked at.
    const last = matching.length > room ? found.at(-1) : rows.at(-1);
    lookedAt += rows.filter(({ id }) => last !== undefined && id >= last.id).length;
    below = last?.id ?? below;
    if (matching.length <= room && rows.length < size) return { rows: found, next: null, lookedAt };
    if (found.length >= limit) break;
  }
  return { rows: found, next: below, lookedAt };
}

/** Only files that were not uploaded for an item can be unused, and only pictures have alternative texts and widths. */
function narrowed(filter: PostFilter, { lacks, min_width, max_width }: ScanInput): PostFilter {
  const isOfPictures = lacks === 'alt_text' || min_width !== undefined || max_width !== undefined;
  return {
    ...filter,
    ...(isOfPictures && !filter.mimeTypes ? { mimeTypes: ['image/*'] } : {}),
    ...(lacks === 'use' ? { parentIds: [0] } : {}),
  };
}

function newestBelow(filter: PostFilter, below: number | null, limit: number, { store }: Call): Promise<Post[]> {
  const beyond = below === null ? {} : { beyond: { by: 'id', id: below, direction: 'desc' } as const };
  return store.posts.find({ ...filter, ...beyond }, { by: 'id', direction: 'desc' }, { limit, offset: 0 });
}

async function matchingOf(
  rows: readonly Post[],
  input: ScanInput,
  kinds: readonly ContentKind[],
  call: Call,
): Promise<Post[]> {
  const stored = await call.store.meta.of(
    'post',
    rows.map(({ id }) => id),
    [keys.altText, keys.metadata, decorativeKey],
  );
  const fitting = rows.filter(({ id, mimeType }) => {
    const value = (key: string) => stored.get(id)?.find((row) => row.key === key)?.value ?? '';
    const isDescribed = value(keys.altText).trim() !== '' || value(decorativeKey) !== '';
    if (input.lacks === 'alt_text' && (isDescribed || !mimeType.startsWith('image/'))) return false;
    return isOfSize(value(keys.metadata), input);
  });
  return input.lacks === 'use' ? unusedOf(fitting, kinds, call) : fitting;
}

function isOfSize(stored: string, { min_width, max_width, min_bytes }: ScanInput): boolean {
  if (min_width === undefined && max_width === undefined && min_bytes === undefined) return true;
  const metadata = readStoredValue(stored);
  const width = readPicture(metadata)?.width;
  if (min_width !== undefined && !(width !== undefined && width >= min_width)) return false;
  if (max_width !== undefined && !(width !== undefined && width <= max_width)) return false;
  const bytes = storedFileSize(metadata);
  return min_bytes === undefined || (bytes !== null && bytes >= min_bytes);
}

async function unusedOf(rows: readonly Post[], kinds: readonly ContentKind[], call: Call): Promise<Post[]> {
  const bySite = new Set([await siteLogoId(call.store), await readOption(call.store, 'site_icon')]);
  const unused: Post[] = [];
  for (const row of rows) if (!bySite.has(row.id) && (await isUnused(row, kinds, call))) unused.push(row);
  return unused;
}
