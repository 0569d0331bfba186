import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { itemXml, wxrXml } from '../../support/wxr.ts';
import { counts, exchangeSite } from './exchange-site.ts';

/** Imports a file twice, then its export into another site: the second run and the other site have the same rows. */
async function roundTrip(xml: string) {
  const [first, second] = [await exchangeSite(), await exchangeSite()];
  try {
    const report = await first.bring(xml);
    const rows = await first.rows();
    const again = await first.bring(xml);
    expect(counts(again)).toEqual({});
    expect(counts(again, 'inFile')).toEqual(counts(report, 'inFile'));
    expect(await first.rows()).toEqual(rows);
    await second.bring(await first.take());
    expect(await second.rows()).toEqual(rows);
    // The order of the terms of an item follows ids of rows that nothing else refers to.
    const lines = (file: string) => file.split('\n').toSorted();
    expect(lines(await second.take())).toEqual(lines(await first.take()));
    return report;
  } finally {
    await first.close();
    await second.close();
  }
}

const element = (name: string, text: string) => `<wp:${name}><![CDATA[${text}]]></wp:${name}>`;
const meta = (of: string, key: string, value: string) =>
  `<wp:${of}meta>${element('meta_key', key)}${element('meta_value', value)}</wp:${of}meta>`;

describe('export and import again give the same rows', () => {
  it('of everything that a file can hold', async () => {
    const comment = (id: number, type: string, more = '') =>
      `<wp:comment>${Object.entries({
        comment_id: String(id),
        comment_author: 'B',
        comment_author_email: 'b@old.example',
        comment_date: '2020-01-02 10:00:00',
        comment_date_gmt: '2020-01-02 09:00:00',
        comment_content: `No. ${id} ]]&gt;`,
        comment_approved: id % 2 ? '1' : 'spam',
        comment_type: type,
        comment_parent: id === 83 ? '81' : '0',
        comment_user_id: id === 81 ? '9' : '0',
      })
        .map(([name, text]) => `<wp:${name}>${text}</wp:${name}>`)
        .join('')}${more}</wp:comment>`;
    const menuItem = (id: number, menu: string, parent: number) =>
      itemXml(
        { id, type: 'nav_menu_item', slug: String(id), title: '', creator: 'ann' },
        `<category domain="nav_menu" nicename="${menu}">${menu}</category>${meta('post', '_menu_item_type', 'post_type')}
        ${meta('post', '_menu_item_object_id', '510')}${meta('post', '_menu_item_menu_item_parent', String(parent))}`,
      );
    const report = await roundTrip(
      wxrXml(`
        <wp:author>${element('author_id', '9')}${element('author_login', 'ann')}${element('author_email', 'ann@old.example')}
          ${element('author_display_name', 'Ann A.')}${element('author_url', 'https://ann.example/')}
          ${element('author_description', 'Drinks tea.')}${meta('author', 'mood', 'calm')}</wp:author>
        <wp:term>${element('term_id', '41')}${element('term_taxonomy', 'genre')}${element('term_slug', 'jazz')}
          ${element('term_name', 'Jazz')}${element('term_description', 'Blue')}${meta('term', 'colour', 'blue')}</wp:term>
        ${itemXml(
          { id: 500, creator: 'ann', slug: 'tea', sticky: 1, password: 'secret', content: 'A ]] > B\n<!-- wp:x /-->' },
          `<category domain="post_tag" nicename="green">Green</category>${meta('post', 'list', 'a:1:{i:0;s:2:"é";}')}
          ${meta('post', 'list', '')}${meta('post', '_edit_lock', '1:9')}${comment(81, '', meta('comment', 'rating', '5'))}
          ${comment(82, 'pingback')}${comment(83, 'comment')}${comment(84, 'order_note')}`,
        )}
        ${itemXml({ id: 501, creator: 'ann', slug: 'tea', status: 'private' })}
        ${itemXml({ id: 502, type: 'recipe', slug: 'soup', creator: '' }, '<category domain="genre" nicename="jazz">Jazz</category>')}
        ${itemXml({ id: 510, type: 'page', creator: 'ann', slug: 'about', parent: 511 })}
        ${itemXml({ id: 511, type: 'page', creator: 'ann', slug: 'top', menuOrder: -3 })}
        ${itemXml(
          { id: 520, type: 'attachment', creator: 'ann', status: 'inherit', slug: 'photo', parent: 500 },
          element('attachment_url', 'https://files.old.example/2008/06/photo.jpg'),
        )}
        ${menuItem(601, 'main', 0)}${menuItem(602, 'main', 601)}${menuItem(601, 'foot', 0)}${menuItem(602, 'foot', 601)}`),
    );
    expect(counts(report)).toEqual({
      author: 1,
      authorField: 2,
      term: 4,
      termField: 1,
      item: 10,
      field: 15,
      sticky: 1,
      comment: 4,
      commentField: 1,
    });
  });
});

const folder = process.env['PLATEN_TEST_EXPORTS'];

describe.skipIf(folder === undefined)('public files (PLATEN_TEST_EXPORTS names no folder of export files)', () => {
  const files = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.xml'));
  it.each(files)(
    '%s is imported complete, without any option, and comes out again the same',
    async (name) => {
      const xml = await readFile(join(folder ?? '', name), 'utf8');
      const report = await roundTrip(xml);
      const inFile = (tag: string) => xml.split(`<${tag}>`).length - 1;
      expect(counts(report, 'inFile')).toMatchObject({ item: inFile('item'), comment: inFile('wp:comment') });
      expect(report.total('item')).toMatchObject({ imported: inFile('item'), present: 0, refused: 0 });
      expect(report.total('comment')).toMatchObject({ imported: inFile('wp:comment'), refused: 0 });
      expect(report.total('field')).toMatchObject({ imported: inFile('wp:postmeta'), refused: 0 });
      expect(report.total('file').inFile).toBe(inFile('wp:attachment_url'));
    },
    600_000,
  );
});
