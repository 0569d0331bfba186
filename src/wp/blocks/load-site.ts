import { readStoredValue } from '../../media/stored-metadata.ts';
import { needKey } from '../../text/blocks/block-needs.ts';
import { isRecord } from '../../text/formats/json-record.ts';
import type { MediaImage } from '../../text/media-image.ts';
import type { BlockLoader, BlockWork } from './block-work.ts';

/** What blocks show of the site itself. */
export const loadBlockSite: BlockLoader = async (needed, loaded, work) => {
  if (needed.site.size === 0 || loaded.site.size > 0) return;
  const { site, caller, now } = work.call;
  loaded.site.set(needKey(null), {
    title: site.title,
    tagline: site.tagline,
    url: site.url,
    serverUrl: site.serverUrl,
    dateFormat: site.dateFormat,
    language: site.language,
    startOfWeek: site.startOfWeek,
    today: site.zone.localAt(now).slice(0, 10),
    isLoggedIn: caller.userId > 0,
    logo: await loadLogo(work),
    frontPageId: site.frontPageId,
  });
};

/** The logo: an option of its own, or a setting of the theme of an existing site. */
async function loadLogo(work: BlockWork): Promise<MediaImage | null> {
  const { store } = work.call;
  const theme = await store.options.get('stylesheet');
  const settings = theme ? readStoredValue(await store.options.get(`theme_mods_${theme}`)) : null;
  const id = Number((await store.options.get('site_logo')) ?? (isRecord(settings) ? settings['custom_logo'] : 0)) || 0;
  if (id <= 0) return null;
  return (await work.images({ images: [id], attachedTo: [] }, work.call)).image(id) ?? null;
}
