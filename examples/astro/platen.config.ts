import { existsSync } from 'node:fs';
import { defineConfig } from 'platen';

if (existsSync('.env')) process.loadEnvFile('.env');
const { CONTENT_URL = 'http://127.0.0.1:8080', SITE_URL = 'http://127.0.0.1:4321', WEBHOOK_SECRET = '' } = process.env;

export default defineConfig({
  interface: 'extended',
  // Platen edits and answers; the pages are those of this project.
  pages: false,
  siteUrl: CONTENT_URL,
  homeUrl: SITE_URL,
  previewUrl: `${SITE_URL}/preview/?preview={token}`,
  ...(WEBHOOK_SECRET === '' ? {} : { webhookUrl: `${SITE_URL}/api/webhook`, webhookSecret: WEBHOOK_SECRET }),
  // Each item comes with the head of its page, so that a build needs no request for it,
  // and each picture with the addresses of its sizes.
  itemFields: ['head', 'resized'],
  anonymousComments: true,
  // Comments come through this project, which says who sent them.
  trustedProxies: ['127.0.0.1', '::1'],
  logLevel: 'warn',
});
