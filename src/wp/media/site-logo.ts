import { readStoredValue } from '../../media/attachment-metadata.ts';
import { readOption } from '../../storage/options/site-options.ts';
import type { Store } from '../../storage/store.ts';
import { isRecord } from '../../text/json.ts';

/** The image of the site's logo: an option of its own, or a setting of the theme of an existing site; 0 for none. */
export async function siteLogoId(store: Store): Promise<number> {
  const own = await readOption(store, 'site_logo');
  if (own > 0) return own;
  const theme = readStoredValue(await store.options.get(`theme_mods_${await readOption(store, 'stylesheet')}`));
  return isRecord(theme) ? Number(theme['custom_logo']) || 0 : 0;
}
