import { readFile } from 'node:fs/promises';

const read = (name: string) => () => readFile(new URL(name, import.meta.url), 'utf8');

interface Asset {
  readonly type: string;
  readonly read: () => Promise<string>;
  /** The file with the prefix of the forms filled in. */
  readonly under: (text: string, prefix: string) => string;
}

/** The script and the style sheet of forms, by path. */
export const formAssets: Readonly<Record<string, Asset>> = {
  '/embed/forms.js': {
    type: 'text/javascript; charset=UTF-8',
    read: read('./forms.client.js'),
    under: (text, prefix) => text.replace("const prefix = 'cform';", `const prefix = '${prefix}';`),
  },
  '/embed/forms.css': {
    type: 'text/css; charset=UTF-8',
    read: read('./forms.css'),
    under: (text, prefix) => text.replace(/\.cform\b/g, `.${prefix}`),
  },
};
