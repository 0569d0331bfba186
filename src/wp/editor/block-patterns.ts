/** Blocks to begin with, under a name. */
export interface BlockPattern {
  readonly name: string;
  readonly title: string;
  readonly categories: readonly string[];
  /** Blocks and template parts that it is offered for. */
  readonly blockTypes: readonly string[];
  readonly content: string;
}

/** A category of patterns. */
export interface PatternCategory {
  readonly name: string;
  readonly label: string;
  readonly about: string;
}

const category = (name: string, label: string, about: string): PatternCategory => ({ name, label, about });

export const patternCategories: readonly PatternCategory[] = [
  category('banner', 'Banners', 'Wide beginnings of a page.'),
  category('buttons', 'Buttons', 'Buttons side by side.'),
  category('columns', 'Columns', 'Content side by side.'),
  category('text', 'Text', 'Mostly words.'),
  category('query', 'Lists of posts', 'Posts that are chosen by rules.'),
  category('featured', 'Featured', 'A choice of patterns.'),
  category('call-to-action', 'Calls', 'Asks readers to do something.'),
  category('team', 'Team', 'Presents people who work together.'),
  category('testimonials', 'Voices', 'What others say.'),
  category('services', 'Services', 'What is on offer.'),
  category('contact', 'Contact', 'How to get in touch.'),
  category('about', 'About', 'Presents the site or its people.'),
  category('portfolio', 'Works', 'Shows finished works.'),
  category('gallery', 'Galleries', 'Several pictures together.'),
  category('media', 'Media', 'Pictures, films and sounds.'),
  category('videos', 'Films', 'Films and what goes with them.'),
  category('audio', 'Sounds', 'Sounds and what goes with them.'),
  category('posts', 'Posts', 'What was published most recently.'),
  category('footer', 'Feet of pages', 'What stands below every page.'),
  category('header', 'Heads of pages', 'What stands above every page.'),
  category('navigation', 'Navigation', 'Menus.'),
];

/** A list of posts whose entries are shown by these blocks. */
function posts(name: string, title: string, perPage: number, entry: string, grid = false): BlockPattern {
  const query = { perPage, offset: 0, postType: 'post', order: 'desc', orderBy: 'date', inherit: false };
  const layout = grid ? ' {"layout":{"type":"grid","columnCount":3}}' : '';
  return {
    name: `core/query-${name}`,
    title,
    categories: ['posts'],
    blockTypes: ['core/query'],
    content: `<!-- wp:query ${JSON.stringify({ query })} --><div class="wp-block-query"><!-- wp:post-template${layout} -->${entry}<!-- /wp:post-template --></div><!-- /wp:query -->`,
  };
}

const linkedTitle = '<!-- wp:post-title {"isLink":true} /-->';
const picture = '<!-- wp:post-featured-image {"isLink":true} /-->';
const excerpt = '<!-- wp:post-excerpt /-->';
const date = '<!-- wp:post-date /-->';

/** Columns of these widths in percent, with blocks in each. */
function columns(...parts: readonly (readonly [width: number, blocks: string])[]): string {
  const each = parts.map(
    ([width, blocks]) =>
      `<!-- wp:column {"width":"${width}%"} --><div class="wp-block-column" style="flex-basis:${width}%">${blocks}</div><!-- /wp:column -->`,
  );
  return `<!-- wp:columns --><div class="wp-block-columns">${each.join('')}</div><!-- /wp:columns -->`;
}

/** A menu that covers the page, with these settings of its group and more blocks below the menu. */
function overlay(name: string, title: string, settings: object = {}, more = ''): BlockPattern {
  const attributes = JSON.stringify({ ...settings, layout: { type: 'constrained' } });
  return {
    name: `core/navigation-overlay${name}`,
    title,
    categories: ['navigation'],
    blockTypes: ['core/template-part/navigation-overlay'],
    content: `<!-- wp:group ${attributes} --><div class="wp-block-group"><!-- wp:navigation-overlay-close /--><!-- wp:navigation {"overlayMenu":"never","layout":{"type":"flex","orientation":"vertical"}} /-->${more}</div><!-- /wp:group -->`,
  };
}

export const patterns: readonly BlockPattern[] = [
  posts('standard-posts', 'Posts one below the other', 3, `${linkedTitle}${picture}${excerpt}${date}`),
  posts(
    'medium-posts',
    'Posts with a picture beside them',
    3,
    columns([40, picture], [60, `${linkedTitle}${excerpt}`]),
  ),
  posts('small-posts', 'Posts with a small picture', 5, columns([20, picture], [80, `${linkedTitle}${date}`])),
  posts('grid-posts', 'Posts in a grid', 6, `${linkedTitle}${excerpt}${date}`, true),
  posts('large-title-posts', 'Posts with large titles', 3, `${date}<!-- wp:post-title {"isLink":true,"level":1} /-->`),
  posts(
    'offset-posts',
    'Posts in two columns',
    4,
    columns([50, `${picture}${linkedTitle}`], [50, `${date}${excerpt}`]),
  ),
  overlay('', 'Menu over the page'),
  overlay('-black-bg', 'Menu on black', { style: { color: { background: '#000000', text: '#ffffff' } } }),
  overlay('-accent-bg', 'Menu on a colour', { style: { color: { background: '#1d4ed8', text: '#ffffff' } } }),
  overlay('-centered', 'Menu in the middle', { align: 'full' }),
  overlay('-centered-with-extras', 'Menu in the middle, with a search', { align: 'full' }, '<!-- wp:search /-->'),
];
