import { expect, it } from 'vitest';
import { block, post, shown, term } from '../blocks/block-data.test-support.ts';
import { images } from '../text-context.test-support.ts';

const here = (attributes: object, name: string, more = {}) =>
  shown(block(name, attributes), { post: [[7, post(7, more)]] });

it.each<[name: string, attributes: object, html: string, more?: object]>([
  [
    'post-title',
    { level: 1, textAlign: 'center' },
    '<h1 class="has-text-align-center wp-block-post-title">Post 7</h1>',
  ],
  ['post-title', {}, '<h2 class="wp-block-post-title">&#8220;A&#8221; &amp; B</h2>', { title: '"A" &amp; B' }],
  [
    'post-date',
    {},
    '<div class="wp-block-post-date"><time datetime="2026-01-31T10:00:00+00:00">January 31, 2026</time></div>',
  ],
  [
    'post-date',
    { displayType: 'modified', format: 'Y-m-d' },
    '<div class="wp-block-post-date"><time datetime="2026-02-02T10:00:00+00:00">2026-02-02</time></div>',
  ],
  [
    'post-excerpt',
    {},
    '<div class="wp-block-post-excerpt"><p class="wp-block-post-excerpt__excerpt">one two three four </p></div>',
  ],
  [
    'post-excerpt',
    { moreText: 'More <script>x</script>' },
    '<div class="wp-block-post-excerpt"><p class="wp-block-post-excerpt__excerpt">By hand.</p><p class="wp-block-post-excerpt__more-text"><a class="wp-block-post-excerpt__more-link" href="http://site.invalid/7/">More x</a></p></div>',
    { excerpt: 'By hand.' },
  ],
  [
    'post-author',
    { showAvatar: false, byline: 'by', showBio: true },
    '<div class="wp-block-post-author"><div class="wp-block-post-author__content"><p class="wp-block-post-author__byline">by</p><p class="wp-block-post-author__name">Ann</p><p class="wp-block-post-author__bio">Writes.</p></div></div>',
  ],
  ['post-author-biography', {}, '<div class="wp-block-post-author-biography">Writes.</div>'],
  [
    'post-terms',
    { term: 'category', prefix: 'In ' },
    '<div class="taxonomy-category wp-block-post-terms"><span class="wp-block-post-terms__prefix">In </span><a href="http://site.invalid/category/news/" rel="tag">News</a><span class="wp-block-post-terms__separator">, </span><a href="http://site.invalid/category/tea/" rel="tag">Tea</a></div>',
    { terms: [term(5, 'News'), term(6, 'Tea'), term(8, 'No', { taxonomy: 'post_tag' })] },
  ],
  ['post-terms', { term: 'post_tag' }, ''],
  [
    'post-featured-image',
    { sizeSlug: 'medium', isLink: true },
    '<figure class="wp-block-post-featured-image"><a href="http://site.invalid/7/" target="_self" ><img width="300" height="150" src="http://site.invalid/up/wide-300.jpg" class="attachment-medium size-medium wp-post-image" alt="Post 7" decoding="async" loading="lazy" srcset="http://site.invalid/up/wide-300.jpg 300w, http://site.invalid/up/wide-1024.jpg 1024w, http://site.invalid/up/wide.jpg 2000w" sizes="(max-width: 300px) 100vw, 300px" /></a></figure>',
  ],
  ['post-featured-image', {}, '', { image: null }],
  ['read-more', { content: 'On' }, '<a class="wp-block-read-more" href="http://site.invalid/7/" target="_self">On</a>'],
  [
    'avatar',
    { size: 40 },
    "<div class=\"wp-block-avatar\"><img alt='Ann Avatar' src='http://0.gravatar.com/avatar/abc?s=40&#038;d=mm&#038;r=g' srcset='http://0.gravatar.com/avatar/abc?s=80&#038;d=mm&#038;r=g 2x' class='avatar avatar-40 photo wp-block-avatar__image' height='40' width='40'  style=\"\" loading='lazy' decoding='async'/></div>",
  ],
  ['post-navigation-link', {}, ''],
])('%s with %j', (name, attributes, html, more = {}) => {
  expect(here(attributes, name, more)).toBe(html);
});

it.each([
  'post-title',
  'post-date',
  'post-excerpt',
  'post-author',
  'post-terms',
  'post-content',
  'read-more',
  'avatar',
])('%s shows nothing of a post that the reader may not see', (name) => {
  expect(shown(block(name, { term: 'category' }))).toBe('');
});

it('a protected post shows neither content nor excerpt', () => {
  const locked = { content: '', excerpt: '', isProtected: true, isUnlocked: false, image: images.wide };
  expect(here({}, 'post-excerpt', locked)).toContain('There is no excerpt because this is a protected post.');
  expect(here({}, 'post-content', locked)).toContain('class="post-password-form"');
});

it('a text is shown inside itself once', () => {
  const content = `<!-- wp:paragraph --><p>in</p><!-- /wp:paragraph -->${block('post-content')}${block('post-excerpt')}`;
  const html = shown(content, { post: [[7, post(7, { content })]] });
  expect(html.match(/<p>in<\/p>/g)).toHaveLength(2);
});
