import { decodePhp, encodePhp, type PhpArray } from '../../storage/options/php-serialized.ts';
import type { Store } from '../../storage/store.ts';

/** Where a site without a theme of another system stores its places for menus. */
const ownTheme = 'platen';
const locationsKey = 'nav_menu_locations';
const optionsName = 'nav_menu_options';
const autoAddKey = 'auto_add';

/** The option with the settings of the site's theme; the other system keeps the places of menus there too. */
export async function themeOption(store: Store): Promise<string> {
  return `theme_mods_${(await store.options.get('stylesheet')) || ownTheme}`;
}

/** Place → id of its menu, for the places that have one. */
export async function readPlaces(store: Store): Promise<ReadonlyMap<string, number>> {
  const places = arrayIn(arrayOf(await store.options.get(await themeOption(store))), locationsKey);
  const pairs = [...places].map(([name, menu]) => [String(name), Number(menu) || 0] as const);
  return new Map(pairs.filter(([, menu]) => menu > 0));
}

/** Puts a menu at these places, and takes it away from all others. */
export async function placeMenu(store: Store, menuId: number, names: readonly string[]): Promise<void> {
  await store.options.change(await themeOption(store), (value) => {
    const settings = arrayOf(value);
    const places = arrayIn(settings, locationsKey);
    const others = [...places].filter(([name, menu]) => Number(menu) !== menuId && !names.includes(String(name)));
    if (names.length === 0 && others.length === places.size) return value;
    const changed: PhpArray = new Map([...others, ...names.map((name) => [name, menuId] as const)]);
    return encodePhp(new Map([...settings, [locationsKey, changed]]));
  });
}

/** The menus to which new pages at the top are added. */
export async function readAutoAdded(store: Store): Promise<ReadonlySet<number>> {
  return new Set([...arrayIn(arrayOf(await store.options.get(optionsName)), autoAddKey).values()].map(Number));
}

export function autoAdd(store: Store, menuId: number, isOn: boolean): Promise<void> {
  return store.options.change(optionsName, (value) => {
    const options = arrayOf(value);
    const others = [...arrayIn(options, autoAddKey).values()].map(Number).filter((id) => id !== menuId);
    const ids = isOn ? [...others, menuId] : others;
    if (value === null && ids.length === 0) return value;
    return encodePhp(new Map([...options, [autoAddKey, new Map(ids.map((id, i) => [i, id]))]]));
  });
}

/** A stored array; empty where there is none. Members that this program does not know are kept. */
function arrayOf(value: string | null): PhpArray {
  const decoded = value === null ? null : decodePhp(value);
  return decoded?.ok && decoded.value instanceof Map ? decoded.value : new Map();
}

function arrayIn(array: PhpArray, key: string): PhpArray {
  const member = array.get(key);
  return member instanceof Map ? member : new Map();
}
