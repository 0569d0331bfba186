import { attachmentMetaKeys } from '../../media/attachment-metadata.ts';
import { fileTypeOf } from '../../media/files/file-types.ts';
import { uploadsPath } from '../../media/media-urls.ts';
import { readStoredValue } from '../../media/stored-metadata.ts';
import type { WxrItem } from '../wxr/wxr-parts.ts';
import type { ImportRun } from './import-run.ts';

/** Attachments fetched at a time, so that the old site is not overloaded. */
const concurrency = 4;

/** Fetches the files of some items; returns the items as they will be stored. */
export async function withFiles(run: ImportRun, items: readonly WxrItem[]): Promise<WxrItem[]> {
  const ready: WxrItem[] = [];
  for (let at = 0; at < items.length; at += concurrency)
    ready.push(...(await Promise.all(items.slice(at, at + concurrency).map((item) => withFile(run, item)))));
  return ready;
}

/**
 * The item as it will be stored: an attachment's files are imported, and an attachment whose files cannot be imported
 * links to the old site; URLs of the old site's uploads are replaced by ours if requested.
 */
async function withFile(run: ImportRun, item: WxrItem): Promise<WxrItem> {
  if (item.type !== 'attachment') return run.options.rewriteLinks ? withLinksRewritten(run, item) : item;
  const value = (key: string): string => item.meta.find((row) => row.key === key)?.value ?? '';
  const file = value(attachmentMetaKeys.file);
  const url = item.attachmentUrl || item.guid;
  const taken = await run.files.take({
    file,
    url,
    metadata: readStoredValue(value(attachmentMetaKeys.metadata)),
    backups: readStoredValue(value('_wp_attachment_backup_sizes')),
  });
  if (taken.isKept) {
    run.tally.count('file', taken.files);
    if (taken.missing > 0) run.tally.note(`${file}: ${taken.missing} of its copies are not there.`);
    return item;
  }
  run.tally.skip('file', `${file || url}: ${taken.reason}; the attachment keeps its old address.`);
  return { ...item, guid: url, meta: item.meta.filter(({ key }) => key !== attachmentMetaKeys.file) };
}

/** Export files do not state the media type of an attachment; it is derived from the file name. */
export function mimeOf(item: WxrItem): string {
  if (item.type !== 'attachment') return '';
  const name = (item.attachmentUrl || item.guid).replace(/[?#].*$/, '');
  return fileTypeOf(name.slice(name.lastIndexOf('.') + 1).toLowerCase())?.mime ?? '';
}

function withLinksRewritten({ site, uploadsUrl }: ImportRun, item: WxrItem): WxrItem {
  const bases = [...new Set([site.siteUrl, site.homeUrl])].filter((url) => url !== '');
  const replaced = (text: string): string =>
    bases.reduce((all, base) => all.replaceAll(`${base}${uploadsPath}/`, `${uploadsUrl}/`), text);
  return { ...item, content: replaced(item.content), excerpt: replaced(item.excerpt) };
}
