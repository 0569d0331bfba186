import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('null in the fields of terms, variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
  });
  afterAll(() => site.close());

  describe.each(['categories', 'tags'])('%s', (base) => {
    const made = async (body: object) => (await site.as('editor').post(`/wp/v2/${base}`, body)).body;
    const changed = (id: number, body: object) => site.as('editor').put(`/wp/v2/${base}/${id}`, body);

    it('empties the description and makes the slug anew', async () => {
      const term = await made({ name: 'Rivers', slug: 'streams', description: 'Long ones' });
      expect((await changed(term.id, { description: null })).body).toMatchObject({ description: '', slug: 'streams' });
      expect((await changed(term.id, { slug: null })).body).toMatchObject({ slug: 'rivers', name: 'Rivers' });
    });

    it('is refused as a name', async () => {
      const term = await made({ name: 'Named' });
      const refused = await changed(term.id, { name: null, description: 'lost' });
      expect(refused).toMatchObject({ status: 400, body: { code: 'empty_term_name' } });
      expect((await site.as('anonymous').get(`/wp/v2/${base}/${term.id}`)).body).toMatchObject({
        name: 'Named',
        description: '',
      });
      expect((await site.as('editor').post(`/wp/v2/${base}`, { name: null })).body.code).toBe(
        'rest_missing_callback_param',
      );
    });

    it('leaves slug and description of a new term to their defaults', async () => {
      const term = await made({ name: 'Fresh water', slug: null, description: null });
      expect(term).toMatchObject({ slug: 'fresh-water', description: '' });
    });
  });

  it.each(['tags', 'categories'])('files no post under null %s', async (base) => {
    const refusal = { status: 403, body: { code: 'rest_cannot_assign_term' } };
    expect(await site.as('editor').post('/wp/v2/posts', { title: 'New', [base]: null })).toMatchObject(refusal);
    const { id } = (await site.as('contributor').post('/wp/v2/posts', { title: 'Own' })).body;
    const refused = await site.as('contributor').put(`/wp/v2/posts/${id}`, { [base]: null, title: 'Changed' });
    expect(refused).toMatchObject(refusal);
    expect(refused.headers['allow']).toBe('GET, DELETE');
    expect((await site.as('contributor').get(`/wp/v2/posts/${id}`)).body.title.rendered).toBe('Own');
  });

  it('is ignored as a filter', async () => {
    expect((await site.as('editor').send('GET', '/wp/v2/posts', { body: { tags: null } })).status).toBe(200);
  });
});
