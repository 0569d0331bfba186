import type { ActiveExtension } from '../../extension.ts';

const link = '<link rel="stylesheet" href="/embed/forms.css">';

/** Adds the style sheet of forms to the pages that have one. */
export const formStyles: NonNullable<ActiveExtension['refine']> = async (page) => {
  const { payload } = page;
  if (typeof payload !== 'string' || !payload.includes('data-cform-embed') || payload.includes(link)) return page;
  return { ...page, payload: payload.replace('</head>', `${link}\n</head>`) };
};
