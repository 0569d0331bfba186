import { describe, expect, it } from 'vitest';
import { type SiteOptionName, siteOptions, siteOptionValue, storedNames } from './site-options.ts';

const value = (name: SiteOptionName, stored: Readonly<Record<string, string>> = {}) =>
  siteOptionValue(name, (one) => stored[one] ?? null);

describe('the value of an option', () => {
  it.each([
    ['comment_previously_approved', true],
    ['comment_moderation', false],
    ['comment_max_links', 2],
    ['posts_per_rss', 10],
    ['show_avatars', 'letters'],
    ['default_role', 'subscriber'],
  ] as const)('%s is %s where nothing is stored', (name, expected) => {
    expect(value(name)).toBe(expected);
  });

  it.each(['', '0'])('a switch is off with the text "%s"', (text) => {
    expect(value('require_name_email', { require_name_email: text })).toBe(false);
  });

  it('comes from the former name where the current one is not stored', () => {
    expect(value('comment_previously_approved', { comment_whitelist: '' })).toBe(false);
    expect(value('disallowed_keys', { blacklist_keys: 'spam' })).toBe('spam');
    expect(value('disallowed_keys', { blacklist_keys: 'spam', disallowed_keys: '' })).toBe('');
  });

  it.each([
    ['posts_per_rss', '0', 10],
    ['posts_per_rss', '7', 7],
    ['posts_per_rss', '100000', 100],
    ['thread_comments_depth', '40', 10],
    ['comment_max_links', '', 0],
    ['comment_max_links', '-3', 0],
    ['default_role', '', 'subscriber'],
    ['default_comments_page', 'sideways', 'newest'],
    ['show_avatars', '', 'none'],
    ['show_avatars', '1', 'pictures'],
  ] as const)('%s with the text "%s" is %s', (name, text, expected) => {
    expect(value(name, { [name]: text })).toBe(expected);
  });
});

it('no two options are stored under one name', () => {
  // The keys are those of the table.
  const names = (Object.keys(siteOptions) as SiteOptionName[]).flatMap(storedNames);
  expect(new Set(names).size).toBe(names.length);
});
