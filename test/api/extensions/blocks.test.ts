import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineBlock, defineExtension, escapeHtml, s } from '../../../src/extension.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

const shop = defineExtension({
  name: 'shop',
  blocks: [
    defineBlock({
      name: 'shop/price',
      attributes: { amount: s.number({ default: 0 }), unit: s.string({ enum: ['EUR', 'USD'], default: 'EUR' }) },
      render: ({ amount, unit }, { inner, siteUrl }) =>
        `<p data-site="${siteUrl}">${amount.toFixed(2)} ${escapeHtml(unit)}</p>${inner}`,
    }),
    defineBlock({
      name: 'shop/broken',
      render: () => {
        throw new Error('broken');
      },
    }),
  ],
});

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten({ extensions: [shop] });
});
afterAll(() => site.close());

const shown = async (content: string): Promise<string> => {
  const { status, body } = await site.as('editor').post('/wp/v2/posts', { title: 'T', content, status: 'publish' });
  expect(status).toBe(201);
  return (await site.as('anonymous').get(`/wp/v2/posts/${body.id}`)).body.content.rendered;
};

it.each([
  ['with its attributes', '{"amount":12.5,"unit":"USD"} ', '12.50 USD'],
  ['with its defaults', '', '0.00 EUR'],
  ['with the default for an attribute of another type', '{"amount":"much","unit":"<b>"} ', '0.00 EUR'],
])('a block of an extension is rendered %s', async (_, attributes, text) => {
  expect(await shown(`<!-- wp:shop/price ${attributes}/-->`)).toBe(`<p data-site="http://site.test">${text}</p>`);
});

it('a block of an extension holds others, and is held', async () => {
  const inner =
    '<!-- wp:shop/price {"amount":1} --><i><!-- wp:paragraph --><b>x</b><!-- /wp:paragraph --></i><!-- /wp:shop/price -->';
  expect(await shown(`<!-- wp:quote --><q>${inner}</q><!-- /wp:quote -->`)).toBe(
    '<q><p data-site="http://site.test">1.00 EUR</p><i><b>x</b></i></q>',
  );
});

it('a block that fails shows the HTML stored in it', async () => {
  expect(await shown('<!-- wp:shop/broken --><p>stored</p><!-- /wp:shop/broken -->')).toBe('<p>stored</p>');
});

it('a name of the core, or of another extension, is refused', async () => {
  const taken = defineExtension({ name: 'taken', blocks: [defineBlock({ name: 'core/paragraph', render: () => '' })] });
  await expect(testPlaten({ extensions: [taken] })).rejects.toThrow(/"blocks".*shop\/cart/);
  const second = defineExtension({ name: 'second', blocks: [defineBlock({ name: 'shop/price', render: () => '' })] });
  await expect(testPlaten({ extensions: [shop, second] })).rejects.toThrow(/the block "shop\/price"/);
});
