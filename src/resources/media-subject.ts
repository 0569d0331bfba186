import type { Call } from '../api/call.ts';
import type { MediaImage } from '../content/text/render-context.ts';
import { type ContentSubject, prepareContent } from '../kinds/content-subject.ts';
import { attachedPath, attachmentMetaKeys as keys } from '../media/attachment-metadata.ts';
import { isDecodable } from '../media/image-workshop.ts';
import { mediaImage } from '../media/media-image.ts';
import { fileUrl } from '../media/media-urls.ts';
import { readStoredValue } from '../media/stored-metadata.ts';
import type { MetaRow, Post } from '../storage/rows.ts';
import { mediaAddresses } from './media-addresses.ts';
import type { MediaKind } from './media-kind.ts';

/** An attachment with what its fields read beside it. */
export interface MediaSubject extends ContentSubject {
  /** Public address of the file. */
  readonly url: string;
  readonly altText: string;
  /** The stored metadata, decoded; null where there is none. */
  readonly metadata: unknown;
  /** Set where a browser shows the file as a picture. */
  readonly image: MediaImage | null;
}

const noMeta: ReadonlyMap<number, readonly MetaRow[]> = new Map();

/** Loads what a page of attachments needs, in a fixed number of queries. */
export async function prepareMedia(
  kind: MediaKind,
  posts: readonly Post[],
  needs: ReadonlySet<string>,
  call: Call,
  uploadsUrl: string,
): Promise<MediaSubject[]> {
  const { address, file } = { address: needs.has('address'), file: needs.has('file') };
  const shared = new Set(needs);
  shared.delete('address');
  const ids = posts.map((post) => post.id);
  const [subjects, stored, addresses] = await Promise.all([
    prepareContent(kind, posts, shared, call),
    file ? call.store.meta.of('post', ids, Object.values(keys)) : noMeta,
    address ? mediaAddresses(kind, posts, call) : [],
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
