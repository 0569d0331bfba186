/** A seeded random number generator. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Known XSS attacks, one or two of each family. */
export const attacks: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java&#x0A;script:alert(1)">x</a>',
  '<a href="&#106;avascript&colon;alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="feed:javascript:alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<svg><script>alert(1)</script></svg>',
  '<svg/onload=alert(1)>',
  '<math><mi//xlink:href="data:x,<script>alert(4)</script>">',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<div style="width:expre/**/ssion(alert(1))">x</div>',
  '<div style="color:red;behavior:url(x.htc)">x</div>',
  '<p style="x:\\65 xpression(alert(1))">x</p>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><annotation-xml encoding="text/html"><textarea></math><img title="</textarea><img src=x onerror=x>">',
  '<math href="javascript:alert(1)"><maction actiontype="statusline#" xlink:href="javascript:x">y</maction></math>',
  '<object data="x" type="text/html"><param name="src" value="javascript:x"><embed src="x"></object>',
  '<p data-x="\'"><script>alert(1)</script>" aria-label=`"onclick=x`>x</p><i class=\'a\\\'b\' onclick=x>y</i>',
  '<p style="background:url(&quot;java\\script:x&quot;);list-style:url(data:x);--x:url(x);width:var(--y,url(x))">x</p>',
  '<p style="background-image:url(x.png),url(javascript:x);background:linear-gradient(red,url(x))">x</p>',
  '<a href="javascript&colon;alert(1)">x</a><a href="java&Tab;script:alert(1)">y</a></ onclick=x><//script>',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(2)">x</button></form>',
  '<textarea></textarea><img src=x onerror=alert(1)></textarea>',
  '<title><a title="</title><img src=x onerror=alert(1)>"></title>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<b title="a" onclick="x()" title=\'b\'onmouseover=x>b</b>',
  '<a href="x"onclick="y">z</a>',
  '<img """><script>alert(1)</script>">',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1);//<</script>',
  '<video poster=javascript:alert(1)//><source onerror="alert(1)"></video>',
  '<table background="javascript:alert(1)"><td background="x">',
  '<a\tHREF\n=\r"JaVaScRiPt:alert(1)">x</a>',
  '<a href="http://x/?a=1&amp;b=\'>x</a>',
  '&lt;script&gt;alert(1)&lt;/script&gt; &amp;#60;img src=x onerror=x&amp;#62;',
  '[caption width="1" caption="<img src=x onerror=y>"]<img src="a">[/caption]',
  '<b title="[audio src=\'http://x/onmouseover=alert(1)/a.mp3\']">x</b>',
  '[audio src="http://x/a.mp3" class="x&quot; onmouseover=&quot;alert(1)"]',
  '[video poster="javascript:alert(1)" mp4="javascript:alert(1)//.mp4"]<script>x</script>[/video]',
  '[embed]javascript:alert(1)[/embed] [embed]http://x/"onmouseover="alert(1)[/embed]',
  '<a href="java[gallery x=\'/?\']script:alert(1)">x</a> <video poster=java[caption width=9]script:alert(1)//>',
  '<b title="[caption]x[/caption]" style="color:[gallery]red">x</b> <i title="[gallery">[/gallery]</i>',
  'http://x/"onmouseover="alert(1)" www.x.y/\'><script> a@b.cd"><img src=x onerror=x>',
  'javascript://x/%0aalert(1) see http://x.y/<b>z</b>',
  '<!-- wp:group {"layout":{"type":"flex","justifyContent":"\\"onclick=x"}} --><div class="a">x</div><!-- /wp:group -->',
  '<!-- wp:paragraph {"style":{"typography":{"fontSize":"30px"}}} --><p style="font-size:30px">x</p><!-- /wp:paragraph -->',
  '<!-- wp:image {"id":"1\\" onerror=x","style":{"color":{"duotone":"\\"><script>"}}} --><img class="wp-image-1" src="x"/><!-- /wp:image -->',
  '<!-- wp:gallery --><figure class="b"><!-- wp:image {"id":5} --><img src="javascript:x"/><!-- /wp:image --></figure><!-- /wp:gallery -->',
  '<!-- wp:x {"url":"javascript:alert(1)"} --->y<!-- wp:shortcode -->[audio src="x.mp3"]<!-- /wp:shortcode --->',
  '<!-- wp:html --><script>x</script><iframe src="javascript:x" width="1" height="1"></iframe><!-- /wp:html -->',
  ':mrgreen:" onerror="x ``\'\' "quotes" -- \'s <p>a\n\nb</div> <pre>\n\n</pre>',
];

/** Pieces that mutations splice in: the characters parsers disagree about. */
const shards: readonly string[] = [
  ...'<>"\'=/`&;:()[]-! \t\n\r\f\0\x01\\'.split(''),
  ...['&#0;', '&#x0;', '&amp;', '&#60;', '&lt;', '&quot;', '&#129;', '&colon;', '&Tab;', '\u00a0', '\u2028', '\ud800'],
  ...['<!--', '-->', '--!>', '<![CDATA[', ']]>', '</', '/>', '<b ', '<a href=', '</a>', '<textarea>', '</textarea>'],
  ...[
    'onclick=',
    '<!-- wp:group {"a":"',
    '<!-- wp:image {"id":7} -->',
    '<!-- /wp:group -->',
    '"} -->',
    '"} /-->',
    ' wp:html ',
    '\\u003c',
    ' style="',
    'javascript:',
    'data:',
    '[gallery]',
    '[caption width=9]',
    '[/caption]',
    '<img class="wp-image-1" ',
  ],
  ...['\\"', '<p>', '</p>', '<pre>', '</pre>', '<code>', '\n\n', 'http://h.i/', '%0a', 'feed:'],
];

/** A stream of hostile texts: attacks, joined, cut, repeated and littered with shards. */
export function createHostileTexts(seed: number): () => string {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const cut = (text: string) => Math.floor(random() * (text.length + 1));
  const mutations: readonly ((text: string) => string)[] = [
    (text) => text.slice(0, cut(text)) + pick(shards) + text.slice(cut(text)),
    (text) => text.slice(0, cut(text)) + pick(attacks) + text.slice(cut(text)),
    (text) => text + pick(shards) + pick(attacks),
    (text) => text.slice(cut(text), cut(text)) + text,
    (text) => {
      const at = cut(text);
      return text.slice(0, at) + pick(shards) + text.slice(at);
    },
    (text) => {
      const at = cut(text);
      return text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 3));
    },
    (text) => text.replace(pick(['a', 'i', '"', ' ', '>', '<']), () => pick(shards)),
    (text) => (random() < 0.5 ? text.toUpperCase() : text),
  ];
  return () => {
    let text = pick(attacks);
    for (let rounds = 1 + Math.floor(random() * 6); rounds > 0; rounds--) text = pick(mutations)(text);
    return text.slice(0, 2000);
  };
}
