/** A site whose URLs we can embed without fetching the page first. */
export interface OembedProvider {
  readonly name: string;
  /** URL patterns in the format of the public provider list: `*` matches any run of characters. */
  readonly match: readonly string[];
  readonly endpoint: string;
}

/** Well-known providers, as they describe themselves in the public list at oembed.com. */
export const providers: readonly OembedProvider[] = [
  {
    name: 'YouTube',
    match: [
      'https://*.youtube.com/watch*',
      'https://*.youtube.com/playlist?list=*',
      'https://*.youtube.com/shorts/*',
      'https://*.youtube.com/live/*',
      'https://youtu.be/*',
    ],
    endpoint: 'https://www.youtube.com/oembed',
  },
  {
    name: 'Vimeo',
    match: ['https://vimeo.com/*', 'https://player.vimeo.com/video/*'],
    endpoint: 'https://vimeo.com/api/oembed.json',
  },
  {
    name: 'Dailymotion',
    match: ['https://*.dailymotion.com/video/*', 'https://dai.ly/*'],
    endpoint: 'https://www.dailymotion.com/services/oembed',
  },
  {
    name: 'Flickr',
    match: ['https://*.flickr.com/photos/*', 'https://flic.kr/p/*'],
    endpoint: 'https://www.flickr.com/services/oembed/',
  },
  {
    name: 'SoundCloud',
    match: ['https://soundcloud.com/*', 'https://on.soundcloud.com/*'],
    endpoint: 'https://soundcloud.com/oembed',
  },
  { name: 'Spotify', match: ['https://open.spotify.com/*'], endpoint: 'https://open.spotify.com/oembed' },
  { name: 'Mixcloud', match: ['https://*.mixcloud.com/*/*/'], endpoint: 'https://app.mixcloud.com/oembed/' },
  { name: 'Reddit', match: ['https://*.reddit.com/r/*/comments/*'], endpoint: 'https://www.reddit.com/oembed' },
  { name: 'TED', match: ['https://*.ted.com/talks/*'], endpoint: 'https://www.ted.com/services/v1/oembed.json' },
  { name: 'TikTok', match: ['https://*.tiktok.com/@*/video/*'], endpoint: 'https://www.tiktok.com/oembed' },
  { name: 'Tumblr', match: ['https://*.tumblr.com/post/*'], endpoint: 'https://www.tumblr.com/oembed/1.0' },
  {
    name: 'X',
    match: ['https://twitter.com/*/status/*', 'https://x.com/*/status/*'],
    endpoint: 'https://publish.twitter.com/oembed',
  },
  { name: 'Bluesky', match: ['https://bsky.app/profile/*/post/*'], endpoint: 'https://embed.bsky.app/oembed' },
  {
    name: 'Kickstarter',
    match: ['https://*.kickstarter.com/projects/*'],
    endpoint: 'https://www.kickstarter.com/services/oembed',
  },
  { name: 'Speaker Deck', match: ['https://speakerdeck.com/*/*'], endpoint: 'https://speakerdeck.com/oembed.json' },
  {
    name: 'Scribd',
    match: ['https://*.scribd.com/document/*', 'https://*.scribd.com/doc/*'],
    endpoint: 'https://www.scribd.com/services/oembed',
  },
  { name: 'Wolfram Cloud', match: ['https://www.wolframcloud.com/*'], endpoint: 'https://www.wolframcloud.com/oembed' },
  { name: 'CodePen', match: ['https://codepen.io/*/pen/*'], endpoint: 'https://codepen.io/api/oembed' },
  { name: 'Pocket Casts', match: ['https://pca.st/*'], endpoint: 'https://pca.st/oembed.json' },
  { name: 'Canva', match: ['https://www.canva.com/design/*/view'], endpoint: 'https://www.canva.com/_oembed' },
  {
    name: 'Crowdsignal',
    match: ['https://*.survey.fm/*', 'https://*.poll.fm/*', 'https://poll.fm/*'],
    endpoint: 'https://api.crowdsignal.com/oembed',
  },
  { name: 'Issuu', match: ['https://issuu.com/*/docs/*'], endpoint: 'https://issuu.com/oembed' },
  { name: 'Imgur', match: ['https://imgur.com/*', 'https://i.imgur.com/*'], endpoint: 'https://api.imgur.com/oembed' },
];

/** No provider has longer URLs, and two `*` in a pattern cost the square of the length. */
const longestUrl = 2_048;

/** The provider of a URL, over either protocol and with or without `www.`. */
export function providerOf(url: string): OembedProvider | undefined {
  if (url.length > longestUrl) return undefined;
  const secure = url.replace(/^http:/i, 'https:');
  return providers.find(({ match }) => match.some((pattern) => matcher(pattern).test(secure)));
}

/** `*.` in a host also matches nothing; elsewhere `*` matches any run of characters, in the host without a slash. */
function matcher(pattern: string): RegExp {
  const [, host = '', path = ''] = /^https:\/\/([^/]+)(.*)$/.exec(pattern) ?? [];
  const literal = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  const hostSource = host.startsWith('*.')
    ? `(?:[a-z0-9-]+\\.)*${literal(host.slice(2))}`
    : `(?:www\\.)?${literal(host)}`;
  return new RegExp(`^https://${hostSource}${literal(path).replaceAll('*', '[^\\s]*')}$`, 'i');
}
