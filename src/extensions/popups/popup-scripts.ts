import type { ActiveExtension } from '../../extension.ts';
import { listPopups } from './popup-record.ts';

const script = (name: string) => `<script src="/embed/${name}.js" defer></script>\n`;

/** Adds the script of popups to the pages of a site that shows some, and that of forms where one of them has a form. */
export const popupScripts: NonNullable<ActiveExtension['refine']> = async (page, _request, { store }) => {
  const { payload } = page;
  if (typeof payload !== 'string' || payload.includes('/embed/popups.js')) return page;
  const shown = (await listPopups(store)).filter((popup) => popup.enabled && popup.status === 'publish');
  if (shown.length === 0) return page;
  const hasForm = shown.some((popup) => popup.content.includes('[contact-form'));
  const forms = hasForm ? `<link rel="stylesheet" href="/embed/forms.css">\n${script('forms')}` : '';
  return { ...page, payload: payload.replace('</head>', `${forms}${script('popups')}</head>`) };
};
