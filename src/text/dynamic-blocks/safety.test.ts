import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { expect, it } from 'vitest';
import { comment, person, post, shown } from '../blocks/block-data.test-support.ts';
import { dynamicBlocks } from '../blocks/core-blocks.ts';
import { images } from '../text-context.test-support.ts';
import { earlyTextRules, todayTextRules } from '../text-rules.ts';

const attacks = [
  '"><script>evil()</script>',
  "' onmouseover='evil()' x='",
  '" onload="evil()" x="',
  'javascript:evil()',
  'red;background:url(//evil)',
  '</style><script>evil()</script>',
  '<img src=x onerror=evil()>',
  '--><script>evil()</script>',
];

/** Every attribute that any of these blocks reads as text. */
const names =
  'align anchor aspectRatio backgroundColor borderColor buttonText byline className content customBackgroundColor customGradient customOverlayBackgroundColor customOverlayColor customOverlayTextColor customTextColor description displayType feedURL fontFamily fontSize format gradient height iconBackgroundColorValue iconColorValue kind label largestFontSize layout linkTarget moreText overlayBackgroundColor overlayColor overlayMenu overlayTextColor paginationArrow placeholder prefix rel scale separator service sizeSlug smallestFontSize suffix taxonomy term textAlign textColor title type url width widthUnit'.split(
    ' ',
  );

type Node = DefaultTreeAdapterTypes.Node;

/** What in a parsed text comes from an attack and could run or load. */
function evil(node: Node): string[] {
  const own: string[] = [];
  if ('attrs' in node) {
    for (const { name, value } of node.attrs) {
      if (name.startsWith('on') && value.includes('evil')) own.push(`${node.tagName} ${name}`);
      if (['href', 'src', 'action'].includes(name) && /^\s*javascript:/i.test(value)) own.push(`${name}=${value}`);
      if (name === 'style' && /url|evil/.test(value)) own.push(`style=${value}`);
    }
    const [text] = node.childNodes;
    if (node.tagName === 'script' && text && 'value' in text && text.value.includes('evil')) own.push('script');
  }
  return [...own, ...('childNodes' in node ? node.childNodes.flatMap(evil) : [])];
}

const cases = [earlyTextRules, todayTextRules].flatMap((rules) =>
  dynamicBlocks.map(({ name }) => [name, rules.blocks, rules] as const),
);

it.each(cases)('%s holds nothing executable by the %s rules, whatever its attributes say', (name, _, rules) => {
  for (const attack of attacks) {
    const texts = Object.fromEntries(names.map((attribute) => [attribute, attack]));
    const style = {
      color: { text: attack, background: attack },
      border: { color: attack, width: attack, radius: attack, style: attack },
      typography: { fontSize: attack, lineHeight: attack, textDecoration: attack },
      spacing: { padding: { top: attack }, margin: attack },
    };
    const attributes = {
      ...texts,
      style,
      query: { post_type: attack },
      isLink: true,
      showLabel: true,
      displayAsDropdown: true,
      ref: 4,
      userId: 3,
    };
    const json = JSON.stringify(attributes)
      .replaceAll('--', '\\u002d\\u002d')
      .replaceAll('<', '\\u003c')
      .replaceAll('>', '\\u003e');
    const said = post(7, {
      image: { ...images.wide, altText: attack },
      author: { ...person, name: attack },
    });
    const loaded: Parameters<typeof shown>[1] = {
      post: [[7, said]],
      person: [[3, { ...person, name: attack }]],
      comments: [[7, [comment(1, { author: attack, content: 'x' })]]],
      feed: [[attack, { items: [{ title: attack, link: attack, time: null, author: attack, summary: attack }] }]],
      menu: [[4, { title: attack, content: `<!-- wp:navigation-link ${json} /-->` }]],
    };
    const html = shown(`<!-- wp:${name} ${json} --><p>in</p><!-- /wp:${name} -->`, loaded, { rules });
    expect(evil(parseFragment(html)), attack).toEqual([]);
  }
});
