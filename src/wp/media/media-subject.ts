import type { Call } from '../../api/call.ts';
import { attachedPath, attachmentMetaKeys as keys } from '../../media/attachment-metadata.ts';
import { isDecodable } from '../../media/images/image-processor.ts';
import { mediaImage } from '../../media/media-image.ts';
import { fileUrl } from '../../media/media-urls.ts';
import { readStoredValue } from '../../media/stored-metadata.ts';
import type { MetaRow, Post } from '../../storage/rows.ts';
import type { MediaImage } from '../../text/media-image.ts';
import { type ContentNeed, type ContentSubject, loadContent } from '../posts/content-subject.ts';
import { mediaAddresses } from './media-addresses.ts';
import type { MediaView } from './media-view.ts';

/** An attachment with what its fields need besides the row. */
export interface MediaSubject extends ContentSubject {
  /** Public URL of the file. */
  readonly url: string;
  readonly altText: string;
  /** The decoded stored metadata; null if there is none. */
  readonly metadata: unknown;
  /** Set if browsers show the file as an image. */
  readonly image: MediaImage | null;
}

/** What a field or link of an attachment can require to be loaded. */
export type MediaNeed = ContentNeed | 'file';

const noMeta: ReadonlyMap<number, readonly MetaRow[]> = new Map();

/** Loads what a page of attachments needs, in a fixed number of queries. */
export async function loadMediaSubjects(
  view: MediaView,
  posts: readonly Post[],
  needs: ReadonlySet<MediaNeed>,
  call: Call,
): Promise<MediaSubject[]> {
  const uploadsUrl = view.uploadsUrl(call.site);
  const shared = new Set<ContentNeed>();
  for (const need of needs) if (need !== 'file' && need !== 'address') shared.add(need);
  const ids = posts.map((post) => post.id);
  const [subjects, stored, addresses] = await Promise.all([
    loadContent(view, posts, shared, call),
    needs.has('file') ? call.store.meta.of('post', ids, Object.values(keys)) : noMeta,
    needs.has('address') ? mediaAddresses(view.kinds, posts, call) : [],
  ]);
  return subjects.map((subject, i) => ({
    ...subject,
    address: addresses[i] ?? '',
    ...fileFacts(subject.post, stored.get(subject.post.id) ?? [], addresses[i] ?? '', uploadsUrl),
  }));
}

function fileFacts(
  post: Post,
  rows: readonly MetaRow[],
  pageUrl: string,
  uploadsUrl: string,
): Pick<MediaSubject, 'url' | 'altText' | 'metadata' | 'image'> {
  const value = (key: string) => rows.find((row) => row.key === key)?.value ?? '';
  const path = attachedPath(value(keys.file));
  const url = path === '' ? post.guid : fileUrl(uploadsUrl, path);
  const altText = value(keys.altText);
  const metadata = readStoredValue(value(keys.metadata));
  const facts = { id: post.id, pageUrl, altText, caption: post.excerpt };
  return { url, altText, metadata, image: isDecodable(post.mimeType) ? mediaImage(facts, { url }, metadata) : null };
}
