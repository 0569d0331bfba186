import { gunzipSync, gzipSync } from 'node:zlib';
import { StoreError } from '../../../src/storage/store-error.ts';
import { ArchiveError } from '../../../src/transfer/archive-format.ts';
import { UnknownAuthor } from '../../../src/transfer/import/import-authors.ts';
import { ImportStopped } from '../../../src/transfer/import/import-wxr.ts';
import { WxrError } from '../../../src/transfer/wxr/xml-records.ts';
import { itemXml, wxrXml } from '../../support/wxr.ts';
import { mutateBytes, mutateText } from '../core/mutate.ts';
import type { Part } from '../core/part.ts';
import type { Random } from '../core/random.ts';
import { type ImportSite, openImportSite } from './import-site.ts';

/** A file to import, in Base64. */
export interface ImportCase {
  readonly kind: 'wxr' | 'archive';
  readonly file: string;
}

/** Changed export files and archives: each is taken, or refused with a sentence, and leaves nothing half done. */
export const imports: Part<ImportCase> = {
  name: 'imports',
  lanes: 1,
  async open({ store }) {
    const site = await openImportSite(store);
    const archive = await site.archive();
    return {
      next: (random) => importCase(archive, random),
      run: (one) => bring(site, archive, one),
      async close() {
        await site.close();
        return [];
      },
    };
  },
};

const pieces = [
  '<![CDATA[',
  ']]>',
  '<',
  '>',
  '&',
  '&#0;',
  '&#xD800;',
  '&lol;',
  '</item>',
  '<item>',
  '<wp:post_id>',
  '-1',
  '999999999999999999999',
  '\0',
  'é',
  '"',
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  '<!--',
  '-->',
  '<?php ?>',
  'xmlns:wp="x"',
  'O:8:"stdClass":0:{}',
  'x'.repeat(3000),
  '../../../x',
];

function importCase(archive: Buffer, random: Random): ImportCase {
  if (random.oneIn(3)) return { kind: 'archive', file: changedArchive(archive, random).toString('base64') };
  const items = Array.from({ length: 1 + random.below(4) }, (_, n) => randomItem(n + 1, random));
  const text = wxrXml(`<wp:author><wp:author_login>admin</wp:author_login></wp:author>${items.join('')}`);
  const changed = random.oneIn(5)
    ? mutateBytes(Buffer.from(text), random)
    : Buffer.from(mutateText(text, random, pieces));
  return { kind: 'wxr', file: changed.toString('base64') };
}

function randomItem(n: number, random: Random): string {
  const facts = {
    id: random.pick([n, 0, -1, 2 ** 31, 1]),
    type: random.pick(['post', 'page', 'attachment', 'nav_menu_item', 'wp_block', 'é', 'x'.repeat(30)]),
    status: random.pick(['publish', 'draft', 'trash', 'inherit', 'nothing', '']),
    title: random.pick(['Title', '', 'T'.repeat(500), '😀', ']]&gt;']),
    slug: random.pick([`item-${n}`, '', '%ff', 's'.repeat(400)]),
    creator: random.pick(['admin', 'somebody', '', 'x'.repeat(100)]),
    parent: random.pick([0, n, 999, -5]),
    menuOrder: random.pick([0, 1e12, -3]),
  };
  const meta = `<wp:postmeta><wp:meta_key>${random.pick(['_thumbnail_id', 'k', 'k'.repeat(300), ''])}</wp:meta_key><wp:meta_value><![CDATA[${random.pick(['1', 'a:1:{i:0;i:1;}', 'O:1:"x":0:{}', ''])}]]></wp:meta_value></wp:postmeta>`;
  const talk = `<wp:comment><wp:comment_id>${random.below(5)}</wp:comment_id><wp:comment_author>${random.pick(['A', 'x'.repeat(400)])}</wp:comment_author><wp:comment_content>c</wp:comment_content><wp:comment_parent>${random.below(5)}</wp:comment_parent><wp:comment_date>${random.pick(['2020-01-01 10:00:00', 'never', ''])}</wp:comment_date></wp:comment>`;
  const term = `<category domain="${random.pick(['category', 'post_tag', 'x', ''])}" nicename="${random.pick(['a', '', 'n'.repeat(300)])}">${random.pick(['Term', '', 'N'.repeat(300)])}</category>`;
  return itemXml(facts, random.some([meta, talk, term], 0.6).join(''));
}

function changedArchive(archive: Buffer, random: Random): Buffer {
  if (random.oneIn(4)) return mutateBytes(archive, random);
  const tar = gunzipSync(archive);
  if (random.oneIn(3)) return gzipSync(mutateBytes(tar, random));
  // An entry by another name: outside of the folder, a link, or twice.
  const copy = Buffer.from(tar);
  const at = 512 * random.below(Math.max(1, Math.floor(copy.length / 512)));
  copy.write(random.pick(['../../evil', '/etc/evil', 'uploads/../../evil', 'tables/x.jsonl', '\0\0']), at, 'latin1');
  if (random.oneIn(3)) copy.write(random.pick(['1', '2', '5', 'x']), Math.min(at + 156, copy.length - 1), 'latin1');
  return gzipSync(copy);
}

async function bring(site: ImportSite, whole: Buffer, { kind, file }: ImportCase): Promise<string[]> {
  const bytes = Buffer.from(file, 'base64');
  const complaints: string[] = [];
  if (kind === 'wxr') {
    const error = await failureOf(() => site.importWxr(bytes));
    if (error !== null && !isRefusal(error)) complaints.push(`The import failed without a refusal: ${told(error)}`);
  } else {
    const before = JSON.stringify(await site.rows());
    const error = await failureOf(() => site.restore(bytes));
    if (error !== null && !(error instanceof ArchiveError || isRefusedRow(error)))
      complaints.push(`The archive failed without a refusal: ${told(error)}`);
    if (error !== null && JSON.stringify(await site.rows()) !== before)
      complaints.push('A refused archive changed the site.');
    // The next case finds the site as it was.
    await site.restore(whole);
  }
  const stray = await site.strayFiles();
  if (stray.length > 0) complaints.push(`It leaves files behind: ${stray.join(', ')}`);
  return complaints;
}

async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
    return null;
  } catch (error) {
    return error;
  }
}

/** What the command tells a person in a sentence. */
function isRefusal(error: unknown): boolean {
  const cause = error instanceof ImportStopped ? error.cause : error;
  return (cause instanceof WxrError || cause instanceof UnknownAuthor) && cause.message !== '';
}

/** A row that the database does not take; its message is shown to the person. */
function isRefusedRow(error: unknown): boolean {
  return error instanceof StoreError && ['refused', 'duplicate'].includes(error.failure);
}

function told(error: unknown): string {
  const cause = error instanceof ImportStopped ? error.cause : error;
  return cause instanceof Error ? (cause.stack ?? cause.message).slice(0, 700) : String(cause);
}
