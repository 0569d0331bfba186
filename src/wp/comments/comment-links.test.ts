import { expect, it } from 'vitest';
import { countLinks } from './submit-comment.ts';

it.each([
  ['none here', 0],
  ['<a href="x">1</a>', 1],
  ['<A\nHREF=x>1</A><a rel="y" href="z">2</a>', 2],
  ['<a name="href">', 1],
  ['<a name="x">href</a>', 0],
  ['<abbr href="x">', 0],
  ['<a <a <a href="x">', 1],
  ['<a href="x" <a href="y">', 1],
  ['<a href=never closed', 1],
])('%s has %i links', (text, links) => {
  expect(countLinks(text)).toBe(links);
});

it('counting takes time in proportion to the length', () => {
  const before = process.cpuUsage().user;
  expect(countLinks('<a '.repeat(500_000))).toBe(0);
  expect(countLinks(`${'<a '.repeat(500_000)}>`)).toBe(0);
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(3000);
});
