/** Where Platen answers. */
export const contentUrl = process.env.CONTENT_URL ?? 'http://127.0.0.1:8080';

/** Where browsers reach it, if that is another address. */
export const editorUrl = process.env.EDITOR_URL ?? contentUrl;

/** The secret of the webhook. */
export const webhookSecret = process.env.WEBHOOK_SECRET ?? '';

/** Where the service that hosts the site is told to build it; empty where this server builds it itself. */
export const buildHookUrl = process.env.BUILD_HOOK_URL ?? '';
