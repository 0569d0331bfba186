import { type ActiveExtension, serverPath } from '../../extension.ts';

/** Adds the style sheet of forms to the pages that have one. */
export const formStyles: NonNullable<ActiveExtension['refine']> = async (page, _request, { site }) => {
  const { payload } = page;
  const link = `<link rel="stylesheet" href="${serverPath(site)}/embed/forms.css">`;
  if (typeof payload !== 'string' || !payload.includes('data-cform-embed') || payload.includes(link)) return page;
  return { ...page, payload: payload.replace('</head>', `${link}\n</head>`) };
};
