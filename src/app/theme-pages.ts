import { type Config, ConfigError } from '../config/config.ts';
import type { SiteAnswer } from '../http/write-response.ts';
import { createPostPasswords } from '../site/pages/post-password.ts';
import { createPublicPages, type PublicPages } from '../site/pages/public-pages.ts';
import { createPreviewOpener } from '../site/previews/open-preview.ts';
import { activateTheme, ThemeError } from '../site/theme/active-theme.ts';
import type { Words } from '../site/theme/words.ts';
import { wordsIn } from '../site/theme/words.ts';
import { escapeHtml } from '../text/entities.ts';
import type { Core } from '../wp/core.ts';
import { previewWork, type Services } from './open-services.ts';

export interface ThemePages {
  readonly pagesOf: (core: Core) => PublicPages;
  /** The words of the theme in a language, for the pages around it. */
  readonly wordsIn: (language: string) => Words;
}

/** The pages of the public site, shown by the chosen theme; without pages, only `/` says where the interface is. */
export async function themePages(services: Services): Promise<ThemePages> {
  const { config, store, mail, identity, limiters, redirectHits } = services;
  if (!config.pages) return { pagesOf: () => headlessPages, wordsIn };
  const throttle = config.throttle ? limiters : null;
  const theme = await chosenTheme(config);
  const lasting = { store, mail, roles: identity.roles, limiters: throttle, theme, redirectHits };
  const passwords = createPostPasswords(throttle);
  const pagesOf = (core: Core) =>
    createPublicPages({
      ...lasting,
      core,
      passwords,
      openPreview: createPreviewOpener({ ...previewWork(services), kinds: core.kinds }),
    });
  return { pagesOf, wordsIn: theme.words };
}

async function chosenTheme({ theme }: Config) {
  try {
    return await activateTheme(theme, process.cwd());
  } catch (error) {
    if (error instanceof ThemeError) throw new ConfigError(error.message, { cause: error });
    throw error;
  }
}

const headlessPages: PublicPages = async ({ method, url }, { site }): Promise<SiteAnswer | null> => {
  if ((method !== 'GET' && method !== 'HEAD') || !/^\/(?:\?|$)/.test(url)) return null;
  const [title, api] = [escapeHtml(site.title), escapeHtml(`${site.apiUrl}/`)];
  return {
    status: 200,
    type: 'text/html; charset=UTF-8',
    headers: {
      Link: `<${site.apiUrl}/>; rel="https://api.w.org/"`,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
    },
    payload: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="https://api.w.org/" href="${api}">
</head>
<body>
<main><h1>${title}</h1><p>The content of this site is at <a href="${api}">${api}</a>.</p></main>
</body>
</html>
`,
  };
};
