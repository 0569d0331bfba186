import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('dates as they are sent, variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
    const { id } = (
      await site.as('editor').post('/wp/v2/posts', { title: 'Dated', status: 'publish', date: '2019-06-01T00:00:00' })
    ).body;
    await site.as('editor').post('/wp/v2/comments', { post: id, content: 'Words', date: '2019-07-01T00:00:00' });
  });
  afterAll(() => site.close());

  const write = (body: object) => site.as('editor').post('/wp/v2/posts', { title: 'x', ...body });
  const otherForms = ['2020-01-01T10:00:00+0530', '2020-06-01t10:00:00z', '2020-06-01T10:00', '2020-06-01'];

  it.each(otherForms)('%s is a bad parameter, to write and to filter by', async (date) => {
    for (const name of ['date', 'date_gmt']) {
      const refused = await write({ [name]: date });
      expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
      expect(Object.keys(refused.body.data.params)).toEqual([name]);
    }
    for (const list of ['posts', 'pages', 'media', 'comments']) {
      const query = `after=${encodeURIComponent(date)}&before=${encodeURIComponent(date)}`;
      const refused = await site.as('editor').get(`/wp/v2/${list}?${query}`);
      expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
      expect(Object.keys(refused.body.data.params)).toEqual(['after', 'before']);
    }
  });

  it.each([
    ['2020-01-01T10:00:00Z', '2020-01-01T10:00:00'],
    ['2020-01-01T10:00:00+05', '2020-01-01T05:00:00'],
    ['2020-01-01T10:00:00-05:30', '2020-01-01T15:30:00'],
    ['2020-01-01T10:00:00.125', '2020-01-01T10:00:00'],
    ['2020-01-01t10:00:00Z', '2020-01-01T10:00:00'],
    ['2020-01-01 10:00:00', '2020-01-01T10:00:00'],
    ['2020-02-30T10:00:00', '2020-03-01T10:00:00'],
  ])('%s is a date', async (date, stored) => {
    expect((await write({ date })).body.date).toBe(stored);
  });

  it.each(['0000-00-00T00:00:00', '0000-06-01T12:00:00'])('%s is no date that a post can have', async (date) => {
    expect(await write({ date })).toMatchObject({ status: 400, body: { code: 'invalid_date' } });
    expect(await write({ date_gmt: date })).toMatchObject({ status: 400, body: { code: 'invalid_date' } });
  });

  it.each(['posts', 'comments'])('the zero date is before all %s', async (list) => {
    const found = async (query: string) => {
      const { status, body } = await site.as('editor').get(`/wp/v2/${list}?${query}`);
      expect(status).toBe(200);
      return body.length;
    };
    expect(await found('after=0000-00-00T00:00:00')).toBe(1);
    expect(await found('before=0000-00-00T00:00:00')).toBe(0);
  });
});
