/** Texts to repeat to any size, by kind: ordinary prose and worst cases for scanners. */
export const textKinds: Readonly<Record<string, string>> = {
  post:
    'The morning was grey, and it\'s said that "nobody" came. We took a walk of 3x4 miles -- or more... by the river, past ' +
    "the mill where the old man's daughter used to sell bread & eggs; she doesn't any more, they say.\n\n" +
    'There are <a href="http://example.org/page?a=1&b=2">many ways</a> to go; the <em>first</em> is the best one, but ' +
    'the second has its friends too. Plain text goes on and on,\nline after line, until the end of the page comes ' +
    'in visibility and the reader lays it down.\n\n<h2>What to take</h2>\n<ul>\n<li>one thing</li>\n<li>another thing</li>\n</ul>\n' +
    '<blockquote>Only one thing is impossible: to find sense in it.</blockquote>\n<img src="a.png" alt="x" />\n\n',
  nested: '<div><b><i><blockquote><ul><li>',
  closings: '</div></b></i></p></li>',
  'open angles': '<',
  'open tags': '<a href="',
  'open comments': '<!-- x ',
  'tags in tags': '<b <i>',
  'tags in quotes': '<b "<i>\'',
  'angles on lines': '< :)\n>',
  'odd tags': '<?x><!y>',
  'closing angles': '>',
  quotes: '"\'',
  'quotes and digits': '\'12" "9\' ',
  'opening brackets': '[',
  'open shortcodes': '[gallery ',
  shortcodes: '[gallery] [caption width="9"]<img src="x"> y[/caption] [[audio]] ',
  'shortcodes in tags': '<b title="[gallery]">[audio',
  'closing shortcodes': '[/caption][caption width=1]',
  ampersands: '&',
  'open references': '&#',
  references: '&amp;#38;&#129;&#12;',
  blanks: ' ',
  'line feeds': '\n',
  'blank lines': ' \n\t',
  dashes: '-',
  breaks: '<br>\n',
  'paragraph tags': '<p></p><p>\n',
  'block tags': '<div></p><li ',
  captions: '</figcaption> <br><br>\n\n<figcaption>\n',
  'caption ends': '</figcaption>\n\n',
  preformatted: '<pre></pre></pre>',
  scripts: '<script><style>',
  colons: 'a:',
  addresses: 'http://x.y/(a)?b=1&c ',
  'lone addresses': 'http://h/?a&amp;b\n',
  'own links': '<a href="http://site.invalid/?',
  'dash references': '&mdash;&ndash;&',
  'more marks': '<b><i <!--more-->',
  'one address': 'http://www.',
  mail: 'a@a.',
  faces: ':) 8-',
  numbers: '1x',
  'dots and commas': '1.,',
  percents: '%0%4',
  letters: 'ж',
  backslashes: '\\"',
  blocks:
    '<!-- wp:paragraph {"align":"left"} -->\n<p class="has-text-align-left">A "short" text.</p>\n<!-- /wp:paragraph -->\n\n' +
    '<!-- wp:group {"layout":{"type":"constrained"}} -->\n<div class="wp-block-group"><!-- wp:image {"id":5} -->\n' +
    '<figure class="wp-block-image"><img src="a.png" alt=""/></figure>\n<!-- /wp:image --></div>\n<!-- /wp:group -->\n\n',
  'nested blocks': '<!-- wp:group --><div class="a"><!-- wp:gallery {"a":1} -->',
  'dynamic blocks': '<!-- wp:query --><div><!-- wp:post-template --><!-- wp:latest-posts {"a":1} /-->',
  'block ends': '<!-- /wp:group -->',
  'open attributes': '<!-- wp:a {"b":"',
  'block shortcodes': '<!-- wp:shortcode -->[gallery]\n\n<!-- wp:quote -->',
  images: '<img class="wp-image-1" ',
};

/** A text of a kind with at least `size` characters, as a flat string, like one that was read from a database. */
export function textOfSize(kind: string, size: number): string {
  const unit = textKinds[kind]!;
  return Array.from({ length: Math.ceil(size / unit.length) }, () => unit).join('');
}
