import { attacks } from '../../../src/text/sanitise/hostile-texts.test-support.ts';
import type { Random } from '../core/random.ts';

/** What every attack tries to call; the browser reports a call. */
const call = 'zqrun()';

const tags =
  'a b p div span img table td tr ul li blockquote pre code h2 video audio source iframe svg math style form input script details summary object'.split(
    ' ',
  );
const handlers = [
  'onclick',
  'onerror',
  'onload',
  'onmouseover',
  'onfocus',
  'ontoggle',
  'onanimationstart',
  'oNcLiCk',
  'on\u0000click',
];
const schemes = [
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  '&#106;avascript:',
  'javascript&colon;',
  '\u0001javascript:',
  'data:text/html,',
  'vbscript:',
  'http://x/',
  '//x/',
];
const plainAttributes = [
  'href',
  'src',
  'title',
  'class',
  'id',
  'style',
  'alt',
  'poster',
  'srcset',
  'xlink:href',
  'srcdoc',
  'data-x',
  'background',
  'action',
];
const quotes = ['"', "'", '', '`'];
const glue = [
  '',
  ' ',
  '\n',
  '\n\n',
  '&',
  '<',
  '>',
  '"',
  "'",
  '-->',
  '<!--',
  ']]>',
  '<![CDATA[',
  '[',
  ']',
  '\u0000',
  '\u200b',
  '&lt;',
  '&#60;',
  '&amp;#60;',
  '</',
  '/>',
];
const shortcodes = [
  'caption',
  'gallery',
  'audio',
  'video',
  'playlist',
  'embed',
  'contact-form',
  'contact-form-7',
  'popup',
  'x',
];
const blocks = ['paragraph', 'html', 'image', 'gallery', 'embed', 'core/latest-posts', 'table', 'shortcode'];

/** Text that is nearly HTML, with short codes and block comments in and between its parts. */
export function markupText(random: Random): string {
  const parts = Array.from({ length: 1 + random.below(6) }, () => piece(random, 0));
  return parts.map((part) => part + random.pick(glue)).join('');
}

function piece(random: Random, depth: number): string {
  const kinds = [element, shortcode, block, attack, words, cut];
  return random.pick(depth > 3 ? [words, attack] : kinds)(random, depth + 1);
}

function element(random: Random, depth: number): string {
  const tag = random.pick(tags);
  const attributes = Array.from({ length: random.below(4) }, () => attribute(random)).join(
    random.pick([' ', '/', '\n', '']),
  );
  const inside = random.oneIn(2) ? piece(random, depth) : words(random);
  const end = random.pick([`</${tag}>`, '', `</${tag} >`, '/>', `</${random.pick(tags)}>`]);
  return `<${tag} ${attributes}${random.pick(['>', '/>', ' >', ''])}${inside}${end}`;
}

function attribute(random: Random): string {
  const quote = random.pick(quotes);
  if (random.oneIn(3)) return `${random.pick(handlers)}=${quote}${call}${quote}`;
  const values = [
    `${random.pick(schemes)}${call}`,
    `x${random.pick(quotes)} ${random.pick(handlers)}=${call} y=${random.pick(quotes)}`,
    `color:expression(${call});background:url(${random.pick(schemes)}${call})`,
    `<script>${call}</script>`,
    `[${random.pick(shortcodes)} x='y']`,
    'x',
  ];
  return `${random.pick(plainAttributes)}${random.pick(['=', ' = ', '=\n'])}${quote}${random.pick(values)}${quote}`;
}

function shortcode(random: Random, depth: number): string {
  const name = random.pick(shortcodes);
  const attributes = Array.from({ length: random.below(4) }, () =>
    random.oneIn(2)
      ? attribute(random)
      : `${random.pick(['id', 'ids', 'width', 'caption', 'src', 'mp3', 'class', 'link', 'columns'])}="${random.pick(['1', '1,2', '{media}', '"><img src=x onerror=zqrun()>', '&quot; onclick=&quot;zqrun()'])}"`,
  ).join(' ');
  return `[${name} ${attributes}]${random.oneIn(2) ? `${piece(random, depth)}[/${name}]` : ''}`;
}

function block(random: Random, depth: number): string {
  const name = random.pick(blocks);
  const settings = random.pick([
    '',
    '{"id":1}',
    `{"url":"javascript:${call}"}`,
    '{"a":"-->"}',
    '{"a":"<script>"}',
    '{',
  ]);
  return `<!-- wp:${name} ${settings} -->${piece(random, depth)}${random.pick([`<!-- /wp:${name} -->`, '', '<!-- /wp: -->'])}`;
}

function attack(random: Random): string {
  return random.pick(attacks).replaceAll(/alert\(\d\)|\bx\(\)/g, call);
}

function words(random: Random): string {
  return random.pick([
    'words',
    '"quoted" -- \'text\'',
    'http://example.org/?a=1&b=2',
    'a\n\nb',
    ':) :mrgreen:',
    'é 東京 🎈',
    '&nbsp;&lt;&#39;',
    '',
  ]);
}

/** An attack that breaks off, or breaks into another. */
function cut(random: Random): string {
  const one = attack(random);
  const at = random.below(one.length);
  return random.oneIn(2) ? one.slice(0, at) : one.slice(0, at) + attack(random) + one.slice(at);
}
