const everywhere = 'class id role style title';
const flow = 'align dir lang xml:lang';
const column = 'align char charoff';
const cell = `abbr ${column} axis bgcolor colspan headers height nowrap rowspan scope valign width`;
const large = {
  a: 'href name rel rev target',
  'abbr acronym address b big code dd dfn dl dt em fieldset i kbd mark s samp small strike strong sub sup title tt u var':
    '',
  area: 'alt coords href nohref shape target',
  'article aside div figcaption figure footer header hgroup nav p section span summary': flow,
  audio: 'autoplay controls loop muted preload src',
  bdo: 'dir',
  blockquote: 'cite lang xml:lang',
  br: '',
  button: 'disabled name type value',
  caption: 'align',
  cite: 'dir lang',
  col: `${column} dir span valign width`,
  colgroup: `${column} span valign width`,
  del: 'datetime',
  details: `${flow} open`,
  font: 'color face size',
  'h1 h2 h3 h4 h5 h6': 'align',
  hr: 'align noshade size width',
  img: 'align alt border height hspace longdesc src usemap vspace width',
  ins: 'cite datetime',
  label: 'for',
  legend: 'align',
  li: 'align value',
  map: 'name',
  menu: 'type',
  ol: 'reversed start type',
  pre: 'width',
  q: 'cite',
  table: 'align bgcolor border cellpadding cellspacing dir rules summary width',
  'tbody tfoot thead': `${column} valign`,
  td: `${cell} dir`,
  textarea: 'cols disabled name readonly rows',
  th: cell,
  tr: `align bgcolor char charoff valign`,
  track: 'default kind label src srclang',
  ul: 'type',
  video: 'autoplay controls height loop muted poster preload src width',
};
const small = {
  a: 'href title',
  'abbr acronym': 'title',
  'b cite code em i s strike strong': '',
  'blockquote q': 'cite',
  del: 'datetime',
};
/** Posts keep the large set; titles, comments and descriptions the small one; a person's description also `rel`. */
export const allowedTags = {
  large: expand(large, everywhere),
  small: expand(small, ''),
  description: expand({ ...small, a: 'href title rel' }, ''),
};
function expand(rows, common) {
  const tags = new Map();
  for (const [names, attributes] of Object.entries(rows)) {
    const set = new Set(`${attributes} ${common}`.split(' ').filter(Boolean));
    for (const name of names.split(' ')) tags.set(name, set);
  }
  return tags;
}
/** The attributes whose value is a URL. */
export const addressAttributes = new Set(['href', 'src', 'cite', 'poster', 'longdesc', 'usemap']);
