import { parseFragment } from 'parse5';
import { expect, it } from 'vitest';
import { contactFormCode } from './forms.ts';

const tagNames = (html: string): string[] => {
  const walk = (node: { childNodes?: unknown[]; tagName?: string }): string[] => [
    ...(node.tagName ? [node.tagName] : []),
    ...(node.childNodes ?? []).flatMap((child) => walk(child as { childNodes?: unknown[] })),
  ];
  return walk(parseFragment(html, { scriptingEnabled: false }) as unknown as { childNodes: unknown[] });
};

it('an embed code becomes an element for the form and a link for browsers without scripts', () => {
  const html = contactFormCode({ id: '12', title: 'Write to us' });
  expect(html).toContain('data-cform-embed="12"');
  expect(html).toContain('<a href="/embed/forms/12">Write to us</a>');
});

it.each(['', 'x', '1"><script>', '-1'])('%j names no form', (id) =>
  expect(contactFormCode({ id })).toContain('no longer here'),
);

it('what an author writes stays inside its attribute', () => {
  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  const html = contactFormCode({ id: '1', title: hostile, html_id: hostile, html_class: hostile, html_name: hostile });
  expect(tagNames(html).toSorted()).toEqual(['a', 'div', 'noscript', 'script']);
});
