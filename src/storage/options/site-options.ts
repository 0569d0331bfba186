import { allMaybe, andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { type SiteOptionName, type SiteOptionValue, siteOptionValue, storedNames } from '../../rules/site-options.ts';
import type { Store } from '../store.ts';

type WithOptions = Pick<Store, 'options'>;

/** The stored texts of options, for `siteOptionValue`. */
export function readOptionTexts(
  { options }: WithOptions,
  of: readonly SiteOptionName[],
): MaybePromise<(name: string) => string | null> {
  const names = of.flatMap(storedNames);
  return andThen(allMaybe(names.map((name) => options.get(name))), (values) => {
    const texts = new Map(names.map((name, i) => [name, values[i] ?? null]));
    return (name: string) => texts.get(name) ?? null;
  });
}

/** The value of an option of the site; its default where none is stored. */
export function readOption<Name extends SiteOptionName>(
  store: WithOptions,
  name: Name,
): MaybePromise<SiteOptionValue<Name>> {
  return andThen(readOptionTexts(store, [name]), (stored) => siteOptionValue(name, stored));
}

/** Stores an option under all of its names, so that every version of the layout finds it; null removes it. */
export async function writeOption({ options }: WithOptions, name: SiteOptionName, text: string | null): Promise<void> {
  for (const stored of storedNames(name)) {
    if (text === null) await options.remove(stored);
    else await options.set(stored, text);
  }
}
