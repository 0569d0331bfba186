import { describe, expect, it } from 'vitest';
import { acceptedCss } from './page-notice.ts';
import { parsePage } from './page-tree.ts';
import { uniqueCss } from './unique-css.ts';

const page = parsePage(`<!doctype html><html><head></head><body>
<nav><a href="/" class="home">Home</a></nav><ul><li class="on">1</li><li>2</li></ul><p data-x="1">Text</p>
</body></html>`);
const kept = (css: string, keep: string[] = []) => uniqueCss(css, page, keep).replace(/\s+/g, '');

describe('the styles a page uses', () => {
  it.each([
    ['nav a{color:red}', true],
    ['.home,.never{color:red}', true],
    ['.never{color:red}', false],
    ['nav > p{color:red}', false],
    ['a:hover{color:red}', true],
    ['.never:hover{color:red}', false],
    ['a::before{content:"x"}', true],
    ['::selection{color:red}', true],
    ['li:nth-child(2){color:red}', true],
    ['li:nth-child(3){color:red}', false],
    ['li:not(.on){color:red}', true],
    ['p:not([data-x]){color:red}', false],
    ['a:not(:hover){color:red}', true],
    [':is(.never,a:focus){color:red}', true],
    [':root{--ink:black}', true],
    ['.never{--ink:black}', true],
    ['a:some-day{color:red}', true],
    ['@media print{a{color:red}}', true],
    ['@media print{.never{color:red}}', false],
    ['@supports (display:grid){@media print{nav{color:red}}}', true],
  ])('%s stays: %s', (css, stays) => {
    expect(kept(css)).toBe(stays ? css.replace(/\s+/g, '') : '');
  });

  it('are parts of a block where only parts are used', () => {
    expect(kept('@media print{a{color:red}.never{color:blue}}')).toBe('@mediaprint{a{color:red}}');
  });

  it('include the fonts and movements they name', () => {
    const css = `@font-face{font-family:"Used";src:url(u.woff2)}@font-face{font-family:Other;src:url(o.woff2)}
      @keyframes turn{to{rotate:1turn}}@keyframes fade{to{opacity:0}}a{font-family:Used;animation:turn 1s}`;
    const styles = kept(css);
    expect(styles).toContain('u.woff2');
    expect(styles).not.toContain('o.woff2');
    expect(styles).toContain('@keyframesturn');
    expect(styles).not.toContain('fade');
  });

  it('include what scripts may need', () => {
    expect(kept('.modal-open{color:red}.gone{color:red}', ['.modal'])).toBe('.modal-open{color:red}');
    expect(kept('.m-7{color:red}.gone{color:red}', ['/\\.m-\\d/', '/(/'])).toBe('.m-7{color:red}');
  });
});

describe('styles that somebody found', () => {
  const own = 'a { color: red; }\n@media print { p { margin: 0 } }\n@keyframes turn { to { rotate: 1turn } }';

  it.each([
    'a{color:red}',
    '/* made */ @media print{p{margin:0}}',
    '@keyframes turn{to{rotate:1turn}} a { color : red }',
  ])('are used when every rule is of the page: %s', (css) => {
    expect(acceptedCss(css, own)).not.toBeNull();
  });

  it.each([
    '',
    '/* nothing */',
    'a{color:blue}',
    'a{color:red;background:url(//evil.example)}',
    'p{margin:0}',
    '@import url(//evil.example/x.css);',
    '@media screen{p{margin:0}}',
    'a{color:red}</style><script>',
    'a{color:red',
    'a{color:red}'.padEnd(600_000, ' '),
    7,
    null,
  ])('are refused otherwise', (css) => {
    expect(acceptedCss(css, own)).toBeNull();
  });
});
