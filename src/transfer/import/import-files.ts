import { attachedPath, attachmentMetaKeys } from '../../media/attachment-metadata.ts';
import { fileTypeOf } from '../../media/files/file-types.ts';
import { isMediaPath, monthFolder } from '../../media/files/media-path.ts';
import type { WxrItem } from '../wxr/wxr-parts.ts';
import type { TakenFile } from './file-intake.ts';
import { noAnswer, notAsked } from './file-sources.ts';
import type { ImportRun } from './import-run.ts';

/** An attachment of the file, and its row here. */
export interface ImportedAttachment {
  readonly item: WxrItem;
  readonly id: number;
}

/** Attachments fetched at a time, so that the old site is not overloaded. */
const concurrency = 4;
/** Files whose rows are written together. */
const chunk = 40;

/**
 * Imports the files of attachments whose rows are here, so that a run that is interrupted goes on with the next file.
 * An attachment without its file points to the old site until a later run brings it.
 */
export async function importFiles(run: ImportRun, attachments: readonly ImportedAttachment[]): Promise<void> {
  const offered = attachments.filter(
    ({ item }) => oldUrlOf(item) !== '' || metaOf(item, attachmentMetaKeys.file) !== '',
  );
  for (let at = 0; at < offered.length; at += chunk) await importSome(run, offered.slice(at, at + chunk));
}

async function importSome(run: ImportRun, attachments: readonly ImportedAttachment[]): Promise<void> {
  const ids = attachments.map(({ id }) => id);
  const there = await run.store.meta.of('post', ids, [attachmentMetaKeys.file]);
  const wanted = attachments.filter(({ id }) => !there.get(id)?.length);
  run.tally.count('file', 'present', { by: attachments.length - wanted.length });
  const taken = await inParallel(wanted, concurrency, async ({ item }) => {
    const file = await takeFile(run, item);
    run.progress();
    return file;
  });
  await run.store.transaction(async (store) => {
    for (const [i, file] of taken.entries()) {
      const { id, item } = wanted[i]!;
      if (!file.isKept) continue;
      await store.posts.update(id, { guid: item.guid || oldUrlOf(item), mimeType: file.mime });
      await store.meta.set('post', id, attachmentMetaKeys.file, [file.path]);
      if (file.metadata !== null) await store.meta.set('post', id, attachmentMetaKeys.metadata, [file.metadata]);
    }
  });
}

async function takeFile({ files, tally }: ImportRun, item: WxrItem): Promise<TakenFile> {
  const url = oldUrlOf(item);
  const stored = metaOf(item, attachmentMetaKeys.file);
  const path = attachmentPath({ file: stored, url, date: item.date });
  const taken: TakenFile =
    path === ''
      ? { isKept: false, reason: 'its address names no file' }
      : await files.take({
          path,
          url,
          metadata: metaOf(item, attachmentMetaKeys.metadata),
          backups: metaOf(item, '_wp_attachment_backup_sizes'),
        });
  tally.count('file', taken.isKept ? 'imported' : 'refused');
  if (!taken.isKept) {
    // A reason that is the same for all files of a host stands once in the report.
    const isShared = taken.reason === notAsked || taken.reason.endsWith(noAnswer);
    tally.note(`${isShared ? '' : `${stored || url}: `}${taken.reason}.`);
    tally.note(
      'An attachment without its file points to the old site; running the import again tries to bring the file.',
    );
    return taken;
  }
  if (taken.path !== path) {
    tally.count('file', 'changed');
    tally.note(`${path} is ${taken.path} here.`);
  }
  if (taken.missing > 0) tally.note(`${path}: ${taken.missing} of its copies are not there.`);
  return taken;
}

/** Export files of other programs do not state the media type of an attachment; it is derived from the file name. */
export function mimeOf(item: WxrItem): string {
  if (item.type !== 'attachment' || item.mimeType !== '') return item.mimeType;
  const name = oldUrlOf(item).replace(/[?#].*$/, '');
  return fileTypeOf(name.slice(name.lastIndexOf('.') + 1).toLowerCase())?.mime ?? '';
}

/** The address of an attachment's file on the old site. */
export const oldUrlOf = (item: WxrItem): string => item.attachmentUrl || item.guid;

const metaOf = (item: WxrItem, name: string): string => item.meta.find(({ key }) => key === name)?.value ?? '';

/** Runs `work` on every item, some at a time; the results in the order of the items. */
async function inParallel<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  const lane = async (): Promise<void> => {
    for (const [i, item] of left) results[i] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}

/** What an export file says about where the file of an attachment is. */
export interface AttachmentPlace {
  /** `_wp_attached_file`; empty where the export file does not have it. */
  readonly file: string;
  readonly url: string;
  readonly date: string;
}

/**
 * The path of an attachment's file below the uploads folder: the stored one, else the part of its address that is one,
 * else its name in the folder of its month. Empty where there is none.
 *
 * @example attachmentPath({ file: '', url: 'https://files.old.example/2008/06/canola.jpg', date }) // 2008/06/canola.jpg
 */
export function attachmentPath({ file, url, date }: AttachmentPlace): string {
  const stored = attachedPath(file);
  if (stored !== '' || file !== '') return stored;
  const pathname = pathOf(url);
  const below = /\/uploads\/(.+)$/.exec(pathname)?.[1] ?? /\/(\d{4}\/\d\d\/[^/]+)$/.exec(pathname)?.[1];
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  const path = below ?? (name === '' ? '' : `${monthFolder(date)}/${name}`);
  return isMediaPath(path) ? path : '';
}

function pathOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { pathname } = new URL(url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
