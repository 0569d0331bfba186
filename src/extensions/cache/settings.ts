import { isIP } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import type { Store } from '../../extension.ts';

/** Everything an owner can set, by name. */
export interface Settings {
  readonly nodes: readonly string[];
  readonly node_hosts: readonly string[];
  readonly require_signature: boolean;
  readonly ip_echo_url: string;
  readonly crawler: boolean;
  readonly mobile: boolean;
  readonly images: boolean;
  readonly image_metadata: boolean;
  readonly pages: boolean;
  readonly load_limit: number;
  readonly keep_css: readonly string[];
}

export type SettingName = keyof Settings;

interface SettingRow<Value> {
  /** The default, used while nothing is stored. */
  readonly fallback: Value;
  readonly help: string;
  /** Parses a text; null for an invalid one. */
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
const isNetwork = (item: string): boolean => isIP(item.replace(/\/\d{1,3}$/, '')) !== 0;
const isHost = (item: string): boolean => /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(item);

const row = <Value>(fallback: Value, help: string, read: SettingRow<Value>['read']): SettingRow<Value> => ({
  fallback,
  help,
  read,
});

/** The settings, stored among the site's options under `platen_cache_…`. */
export const settingRows: { readonly [Name in SettingName]: SettingRow<Settings[Name]> } = {
  nodes: row(['127.0.0.0/8', '::1'], 'Addresses or networks the optimisation service calls from.', listOf(isNetwork)),
  node_hosts: row([], 'Host names finished files may be fetched from; their subdomains count too.', listOf(isHost)),
  require_signature: row(false, 'Take calls that prove the key only when they are signed as well.', toggle),
  ip_echo_url: row('', 'An https page that says which address asks it. Left out, the system is asked.', httpsUrl),
  crawler: row(false, 'Warm the cache by itself, time and again.', toggle),
  mobile: row(true, 'Warm pages for mobile devices as well.', toggle),
  images: row(true, 'Make webp and avif files of uploaded pictures.', toggle),
  image_metadata: row(false, 'Keep what cameras wrote into pictures in the files made of them.', toggle),
  pages: row(true, 'Give each page only the styles it uses, and load the pictures on its first screen first.', toggle),
  load_limit: row(1, 'Load of the machine per core at which crawlers and pictures wait.', positive),
  keep_css: row([], 'Selectors that stay in every page, separated by blanks, because scripts may need them.', list),
};

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingRows, name);

/** The names of all settings, in the order they are shown. */
export const settingNames: readonly SettingName[] = Object.keys(settingRows).filter(isSettingName);

export const settingOption = (name: SettingName): string => `platen_cache_${name}`;

/** The current value of one setting; an invalid stored text counts as not stored. */
export async function readSetting<Name extends SettingName>(store: Store, name: Name): Promise<Settings[Name]> {
  const { fallback, read } = settingRows[name];
  const stored = await store.options.get(settingOption(name));
  return (stored === null ? null : read(stored)) ?? fallback;
}

/** Whether the load of the machine is above the limit at which background work pauses. */
export async function busyCheck(store: Store): Promise<() => boolean> {
  const limit = await readSetting(store, 'load_limit');
  return () => (loadavg()[0] ?? 0) / availableParallelism() > limit;
}
