import { escapeKeepingReferences } from '../entities.ts';
import type { RenderContext, ShortcodeAttributes, ShortcodeHandler } from '../render/render-context.ts';
import { cleanStyle } from '../sanitise/allowed-markup.ts';
import { attributeUrl } from '../sanitise/clean-url.ts';
import { isLetter } from '../scan.ts';

type PlayerKind = 'audio' | 'video';

const isOn = '1';

/** The playable extensions and their media types by kind of player, in the order in which sources are listed. */
export const playableTypes: Readonly<Record<PlayerKind, Readonly<Record<string, string>>>> = {
  audio: { mp3: 'audio/mpeg', ogg: 'audio/ogg', wma: 'audio/x-ms-wma', m4a: 'audio/mpeg', wav: 'audio/wav' },
  video: {
    mp4: 'video/mp4',
    m4v: 'video/mp4',
    webm: 'video/webm',
    ogv: 'video/ogg',
    wmv: 'video/x-ms-wmv',
    flv: 'video/x-flv',
  },
};

/** The kind of player for a URL, by its extension. */
export function playerFor(url: string): PlayerKind | undefined {
  const extension = extensionOf(url);
  if (extension in playableTypes.audio) return 'audio';
  return extension in playableTypes.video ? 'video' : undefined;
}

const extensions = new Set(Object.values(playableTypes).flatMap(Object.keys));

/** True for every text that may contain a playable URL; false positives are rare. */
export function mayBePlayed(text: string): boolean {
  for (let at = text.indexOf('.'); at !== -1; at = text.indexOf('.', at + 1)) {
    if (at + 3 >= text.length || !isLetter(text.charCodeAt(at + 1))) continue;
    const ending = text.slice(at + 1, at + 5).toLowerCase();
    if (extensions.has(ending) || extensions.has(ending.slice(0, 3))) return true;
  }
  return false;
}

/** `[audio src="…"]`: an audio element with its sources. */
export const audio: ShortcodeHandler = (attributes, _body, context) => {
  const number = ++context.counters.audio;
  const sources = sourcesOf(attributes, 'audio');
  if (typeof sources === 'string') return sources;
  return element('audio', numberedFor(context, number), sources, '', {
    class: attributes['class'] ?? 'wp-audio-shortcode',
    id: `audio-${context.postId}-${number}`,
    loop: flag(attributes['loop']),
    autoplay: flag(attributes['autoplay']),
    preload: attributes['preload'] ?? 'none',
    style: attributes['style'] === undefined ? 'width: 100%;' : cleanStyle(attributes['style']),
  });
};

/** `[video src="…"]`: a video element with its sources in a box of its width; the body is kept before the link. */
export const video: ShortcodeHandler = (attributes, body, context) => {
  const number = ++context.counters.video;
  const sources = sourcesOf(attributes, 'video');
  if (typeof sources === 'string') return sources;
  const width = Number.parseInt(attributes['width'] ?? '640', 10) || 0;
  const player = element('video', numberedFor(context, number), sources, (body ?? '').replace(/[\r\n\t]/g, '').trim(), {
    class: attributes['class'] ?? 'wp-video-shortcode',
    id: `video-${context.postId}-${number}`,
    width: String(width),
    height: String(Number.parseInt(attributes['height'] ?? '360', 10) || 0),
    poster: attributeUrl(attributes['poster'] ?? ''),
    loop: flag(attributes['loop']),
    autoplay: flag(attributes['autoplay']),
    preload: attributes['preload'] ?? 'metadata',
  });
  return `<div style="${width === 0 ? '' : `width: ${width}px;`}" class="wp-video">${player}</div>`;
};

interface Source {
  readonly type: string;
  /** As it was written; a URL that is not allowed stays in the list as a source with an empty `src`. */
  readonly address: string;
}

/** The sources in order, or the final HTML: empty without a source, a plain link for a file that cannot be played. */
function sourcesOf(attributes: ShortcodeAttributes, kind: PlayerKind): readonly Source[] | string {
  const types = playableTypes[kind];
  const sources: Source[] = [];
  const src = attributes['src'] ?? '';
  if (src !== '') {
    const type = types[extensionOf(src)];
    if (type === undefined)
      return `<a class="wp-embedded-${kind}" href="${attributeUrl(src)}">${escapeKeepingReferences(src)}</a>`;
    sources.push({ type, address: src });
  }
  for (const [extension, type] of Object.entries(types)) {
    const address = attributes[extension] ?? '';
    if (address !== '') sources.push({ type, address });
  }
  return sources.length === 0 ? '' : sources;
}

interface Numbered {
  readonly number: number;
  /** Whether it is also for browsers of former days. */
  readonly hasFormer: boolean;
}

const numberedFor = ({ rules }: RenderContext, number: number): Numbered => ({
  number,
  hasFormer: rules.formerBrowsers,
});

function element(
  kind: PlayerKind,
  { number, hasFormer }: Numbered,
  sources: readonly Source[],
  body: string,
  attributes: Readonly<Record<string, string>>,
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== '')
    .map(([name, value]) =>
      value === isOn && !hasFormer ? ` ${name}` : ` ${name}="${escapeKeepingReferences(value)}"`,
    )
    .join('');
  const listed = sources
    .map(({ type, address }) => `<source type="${type}" src="${attributeUrl(numbered(address, number))}" />`)
    .join('');
  const first = attributeUrl(sources[0]!.address);
  // Internet Explorer 8 needs this script to know the element; clients compare rendered text, so it stays.
  const legacy = `<!--[if lt IE 9]><script>document.createElement('${kind}');</script><![endif]-->\n`;
  const opening = number === 1 && hasFormer ? legacy : '';
  return `${opening}<${kind}${written} controls="controls">${listed}${body}<a href="${first}">${first}</a></${kind}>`;
}

/** Makes the URLs of two players of the same file differ. */
const numbered = (address: string, number: number): string =>
  `${address}${address.includes('?') ? '&' : '?'}_=${number}`;

/** The value of a flag that is on; one that is off is empty. */
const flag = (value: string | undefined): string =>
  value === undefined || value === '' || value === '0' || value === 'false' ? '' : isOn;

const extensionOf = (url: string): string => (/\.([a-z0-9]{3,4})$/i.exec(url)?.[1] ?? '').toLowerCase();
