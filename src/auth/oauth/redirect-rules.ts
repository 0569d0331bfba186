/** Schemes that run or show something in the browser, or reach something else than an app. */
const localSchemes: ReadonlySet<string> = new Set([
  'javascript:',
  'vbscript:',
  'data:',
  'blob:',
  'file:',
  'filesystem:',
  'about:',
  'view-source:',
  'chrome:',
  'resource:',
  'intent:',
  'mailto:',
  'tel:',
  'sms:',
  'ws:',
  'wss:',
  'ftp:',
]);
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const longest = 1_000;

export const isLoopback = ({ hostname }: URL): boolean => loopback.test(hostname);

/** Why an address cannot be given codes; null for one that can: HTTPS, this machine, or the scheme of an app. */
export function redirectProblem(sent: string): string | null {
  if (sent.length > longest) return `A redirect address has at most ${longest} characters.`;
  if (/[^\x21-\x7e]|[\\"<>^`{|}]/.test(sent)) return 'A redirect address has only printable ASCII characters.';
  const url = URL.parse(sent);
  if (!url) return 'A redirect address is an absolute URL.';
  if (sent.includes('#')) return 'A redirect address has no fragment.';
  if (sent.includes('*')) return 'A redirect address has no wildcard.';
  if (url.username !== '' || url.password !== '') return 'A redirect address has no user name.';
  if (localSchemes.has(url.protocol)) return `A redirect address cannot begin with ${url.protocol}`;
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:')
    return isLoopback(url) ? null : 'A redirect address begins with https, except on the same computer.';
  // The scheme of an app is a domain the other way round (RFC 8252), or at least followed by an authority.
  const isOfApp = url.protocol.includes('.') || sent.slice(url.protocol.length).startsWith('//');
  return isOfApp
    ? null
    : 'A redirect address begins with https, or with a scheme of the app itself such as com.example.app:/';
}

/**
 * Whether codes may be sent to this address: it is registered, to the letter. Programs on the same computer listen on any
 * port that is free (RFC 8252).
 */
export function isRegistered(asked: string, registered: readonly string[]): boolean {
  if (redirectProblem(asked) !== null) return false;
  return registered.includes(asked) || registered.some((one) => isSameButPort(asked, one));
}

const ported = /^(http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]))(?::\d{1,5})?((?:[/?].*)?)$/;

/** Compared as texts, so that no spelling of an address counts as another one. */
function isSameButPort(asked: string, registered: string): boolean {
  const [one, other] = [ported.exec(asked), ported.exec(registered)];
  return one !== null && other !== null && one[1] === other[1] && (one[2] || '/') === (other[2] || '/');
}

/** What tells a person where an address leads: its host, or the scheme of the app that opens it. */
export const shownTarget = (address: string): string => {
  const { protocol, host } = new URL(address);
  return /^https?:$/.test(protocol) ? host : `${protocol}//${host}`;
};

/** The address with parameters added. Those it has stay as they are. */
export function withParameters(address: string, parameters: Readonly<Record<string, string | null>>): string {
  const sent = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== null);
  const query = new URLSearchParams(sent).toString();
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}
