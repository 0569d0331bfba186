import { type ActiveExtension, serverPath } from '../../extension.ts';
import { listPopups } from './popup-record.ts';

const script = (base: string, name: string) => `<script src="${base}/embed/${name}.js" defer></script>\n`;

/** Adds the script of popups to the pages of a site that shows some, and that of forms where one of them has a form. */
export const popupScripts: NonNullable<ActiveExtension['refine']> = async (page, _request, { store, site }) => {
  const { payload } = page;
  if (typeof payload !== 'string' || payload.includes('/embed/popups.js')) return page;
  const shown = (await listPopups(store)).filter((popup) => popup.enabled && popup.status === 'publish');
  if (shown.length === 0) return page;
  const hasForm = shown.some((popup) => popup.content.includes('[contact-form'));
  const base = serverPath(site);
  const forms = hasForm ? `<link rel="stylesheet" href="${base}/embed/forms.css">\n${script(base, 'forms')}` : '';
  return { ...page, payload: payload.replace('</head>', `${forms}${script(base, 'popups')}</head>`) };
};
