import type { Call } from '../../api/call.ts';
import type { LinkTarget } from '../../api/resource/links.ts';
import type { LoginMethods, SiteDetails } from '../../api/routing/discovery.ts';
import { readOption } from '../../storage/options/site-options.ts';
import { siteLogoId } from '../media/site-logo.ts';
import type { ContentDisplay } from '../posts/content-view.ts';

/** What the discovery document of today says about the site: its front page and its pictures. */
export function siteDetails({ images }: Pick<ContentDisplay, 'images'>): SiteDetails {
  return async (call) => {
    const { store } = call;
    const [front, posts, shown, logo, icon] = await Promise.all([
      readOption(store, 'page_on_front'),
      readOption(store, 'page_for_posts'),
      readOption(store, 'show_on_front'),
      siteLogoId(store),
      readOption(store, 'site_icon'),
    ]);
    return {
      members: {
        page_for_posts: posts,
        page_on_front: front,
        show_on_front: shown,
        site_logo: logo,
        site_icon: icon,
        site_icon_url: icon > 0 ? await addressOf(icon, images, call) : '',
      },
      pictures: [...picture('site_logo', logo), ...picture('site_icon', icon)],
    };
  };
}

/** How apps log in: where they ask a user for an application password. */
export const appLogin: LoginMethods = ({ url }) => ({
  'application-passwords': { endpoints: { authorization: `${url}/wp-admin/authorize-application.php` } },
});

function picture(type: string, id: number): LinkTarget[] {
  return id > 0 ? [{ href: `/wp/v2/media/${id}`, attributes: { type }, embed: { from: 'media', key: id } }] : [];
}

async function addressOf(id: number, images: ContentDisplay['images'], call: Call): Promise<string> {
  const found = (await images({ images: [id], attachedTo: [] }, call)).image(id);
  return found?.full.url ?? '';
}
