import { describe, expect, it } from 'vitest';
import { everything } from '../../rules/visibility.ts';
import type { PostExpression } from '../store/post-expression.ts';
import type { PostFilter } from '../store/posts.ts';
import { pushDown } from './push-down.ts';

const base: PostFilter = { types: ['post', 'page'], statuses: ['publish', 'draft'], visibility: everything };
const lowered = (where: PostExpression, more: Partial<PostFilter> = {}) => {
  const { visibility: _same, ...rest } = pushDown({ ...base, ...more, where });
  return rest;
};
const and = (...of: PostExpression[]): PostExpression => ({ kind: 'and', of });
const author = (...values: number[]): PostExpression => ({
  kind: 'column',
  column: 'author',
  compared: { is: 'in', values },
});
const date = (is: '<' | '<=' | '>' | '>=', value: string): PostExpression => ({
  kind: 'column',
  column: 'date',
  compared: { is, value },
});
const plain = { types: base.types, statuses: base.statuses };

describe('pushDown', () => {
  it('moves what lists have always had', () => {
    const group = { taxonomy: 'category', termIds: [3] };
    expect(lowered(and(author(1), { kind: 'terms', group }, { kind: 'not', of: { kind: 'terms', group } }))).toEqual({
      ...plain,
      authorIds: [1],
      withTerms: [group],
      withoutTerms: [group],
    });
    const terms: PostExpression = { kind: 'terms', group: { taxonomy: 'category', termIds: [3] } };
    const others: PostExpression = { kind: 'terms', group: { taxonomy: 'post_tag', termIds: [3] } };
    expect(lowered(and(terms, terms, others))).toEqual({
      ...plain,
      withTerms: [group, { taxonomy: 'post_tag', termIds: [3] }],
    });
    expect(lowered({ kind: 'not', of: author(1, 2) })).toEqual({ ...plain, notAuthorIds: [1, 2] });
  });

  it('makes limits exclusive, to the second', () => {
    expect(lowered(and(date('>=', '2024-03-01 00:00:00'), date('<=', '2024-12-31 23:59:59')))).toEqual({
      ...plain,
      after: '2024-02-29 23:59:59',
      before: '2025-01-01 00:00:00',
    });
    expect(lowered(date('>', '2024-03-01 00:00:00'))).toEqual({ ...plain, after: '2024-03-01 00:00:00' });
    // A date before all stored ones is no date of a calendar.
    const never = date('>=', '0000-00-00 00:00:00');
    expect(lowered(never)).toEqual({ ...plain, where: never });
  });

  it('narrows types and states, and opens none', () => {
    const one = (column: 'status' | 'type', ...values: string[]): PostExpression => ({
      kind: 'column',
      column,
      compared: { is: 'in', values },
    });
    expect(lowered(and(one('status', 'draft', 'trash'), one('type', 'page')))).toEqual({
      types: ['page'],
      statuses: ['draft'],
    });
  });

  it('leaves what has no free place, and what it does not know', () => {
    expect(lowered(and(author(1), author(2)))).toEqual({ ...plain, authorIds: [1], where: author(2) });
    expect(lowered(author(2), { authorIds: [1] })).toEqual({ ...plain, authorIds: [1], where: author(2) });
    const or: PostExpression = { kind: 'or', of: [author(1), author(2)] };
    expect(lowered(or)).toEqual({ ...plain, where: or });
    const both: PostExpression = { kind: 'not', of: or };
    expect(lowered(and(both, or))).toEqual({ ...plain, where: and(both, or) });
  });
});
