import { isIP } from 'node:net';
import type { Store } from '../../extension.ts';

interface SettingRow<Value> {
  readonly fallback: string;
  readonly help: string;
  /** The value a text stands for; null for a text that stands for none. */
  readonly read: (text: string) => Value | null;
}

const list = (text: string): string[] => text.split(/[\s,]+/).filter((item) => item !== '');
const listOf =
  (isItem: (item: string) => boolean) =>
  (text: string): readonly string[] | null => {
    const items = list(text);
    return items.every(isItem) ? items : null;
  };
const toggle = (text: string): boolean | null => (text === 'on' ? true : text === 'off' ? false : null);
const positive = (text: string): number | null =>
  /^\d{1,6}(?:\.\d{1,3})?$/.test(text) && Number(text) > 0 ? Number(text) : null;
const httpsUrl = (text: string): string | null => (text === '' || URL.parse(text)?.protocol === 'https:' ? text : null);
const isNetwork = (item: string): boolean =>
  isIP(item.split('/')[0] as string) !== 0 && /^[^/]+(?:\/\d{1,3})?$/.test(item);
const isHost = (item: string): boolean => /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(item);

const row = <Value>(fallback: string, help: string, read: SettingRow<Value>['read']): SettingRow<Value> => ({
  fallback,
  help,
  read,
});

/** Everything an owner can set, kept among the site's options under `platen_cache_…`. */
export const settingRows = {
  nodes: row('127.0.0.0/8, ::1', 'Addresses or networks the optimisation service calls from.', listOf(isNetwork)),
  node_hosts: row('', 'Host names finished files may be fetched from; their subdomains count too.', listOf(isHost)),
  require_signature: row('off', 'Take calls that prove the key only when they are signed as well.', toggle),
  ip_echo_url: row('', 'An https page that says which address asks it. Left out, the system is asked.', httpsUrl),
  crawler: row('off', 'Warm the cache by itself, time and again.', toggle),
  mobile: row('on', 'Warm pages for mobile devices as well.', toggle),
  images: row('on', 'Make webp and avif files of uploaded pictures.', toggle),
  image_metadata: row('off', 'Keep what cameras wrote into pictures in the files made of them.', toggle),
  pages: row('on', 'Give each page only the styles it uses, and load the pictures on its first screen first.', toggle),
  load_limit: row('1', 'Load of the machine per core at which crawlers and pictures wait.', positive),
  keep_css: row('', 'Selectors that stay in every page, parted by blanks, because scripts may need them.', list),
} as const satisfies Record<string, SettingRow<unknown>>;

export type SettingName = keyof typeof settingRows;
export type Settings = {
  readonly [K in SettingName]: NonNullable<ReturnType<(typeof settingRows)[K]['read']>>;
};

export const settingOption = (name: SettingName): string => `platen_cache_${name}`;

/** One setting as it holds now; a stored text that stands for nothing counts as none. */
export async function readSetting<K extends SettingName>(store: Store, name: K): Promise<Settings[K]> {
  const { fallback, read } = settingRows[name] as unknown as SettingRow<Settings[K]>;
  const stored = await store.options.get(settingOption(name));
  return (stored === null ? null : read(stored)) ?? (read(fallback) as Settings[K]);
}
