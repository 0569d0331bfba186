import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceAt } from '../../../src/api/routing/answer-schemas.ts';
import { type CheckAnswer, createAnswerCheck } from '../../support/check-answer.ts';
import { type Answer, type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each([{ variant: 'a' }, { variant: 'b' }, { variant: 'a', interface: 'extended' }] as const)(
  'the response schemas of %o',
  (options) => {
    const { variant } = options;
    let site: TestPlaten;
    let check: CheckAnswer;
    beforeAll(async () => {
      site = await testPlaten(options);
      check = createAnswerCheck(site.platen.registry, variant === 'a');
    });
    afterAll(() => site.close());

    it('are stated by every route', () => {
      const silent = site.platen.registry.paths.flatMap((path) => {
        const isStated = ({ response }: (typeof path.endpoints)[number]) =>
          response?.schema !== undefined || response?.lists || response?.type !== undefined || response?.status === 204;
        if (resourceAt(path)) return [];
        return path.endpoints.filter((one) => !isStated(one)).map((one) => `${one.methods} ${path.path.template}`);
      });
      expect(silent).toEqual([]);
    });

    it('leave no member open', () => {
      const shown = site.platen.registry.paths.flatMap((path) =>
        path.endpoints.flatMap(
          ({ resource }) => resource?.responses?.loose.map((name) => `${path.path.template} ${name}`) ?? [],
        ),
      );
      expect(shown).toEqual([]);
    });

    const judged = (url: string, { status, body }: Pick<Answer, 'status' | 'body'>) => {
      const { pathname: path, searchParams: query } = new URL(url, 'http://site.test');
      return check({ method: 'GET', path, query, status, body });
    };

    it.each([
      ['/wp/v2/posts?context=edit&_embed', (body: Answer['body']) => body[0]],
      ['/wp/v2/users/me?context=edit', (body: Answer['body']) => body],
      ['/wp/v2/types?context=edit', (body: Answer['body']) => body.post],
      ['/wp/v2/settings', (body: Answer['body']) => body],
      ['/', (body: Answer['body']) => body],
      ['/', (body: Answer['body']) => Object.values(body.routes)[0]],
      ['/wp/v2', (body: Answer['body']) => body],
    ])('accept %s as it is, and refuse a member too many, too few or of another type', async (url, item) => {
      const admin = site.as('administrator');
      await admin.post('/wp/v2/posts', { title: 'Shown', content: 'Text', status: 'publish' });
      const answer = await admin.get(url);
      expect(judged(url, answer)).toBeNull();
      const [first = ''] = Object.keys(item(answer.body));
      const altered = (change: (one: Record<string, unknown>) => void) => {
        const body = structuredClone(answer.body);
        change(item(body));
        return judged(url, { status: 200, body });
      };
      expect(altered((one) => Object.assign(one, { more: 1 }))).toContain('additional properties');
      expect(altered((one) => delete one[first])).toContain('required property');
      expect(altered((one) => Object.assign(one, { [first]: [[]] }))).not.toBeNull();
    });

    it('know the form of a refusal', async () => {
      const refused = await site.as('anonymous').get('/wp/v2/posts/999999');
      expect(judged('/wp/v2/posts/999999', refused)).toBeNull();
      expect(judged('/wp/v2/posts/999999', { status: 404, body: { ...refused.body, stack: 'at' } })).not.toBeNull();
    });
  },
);
