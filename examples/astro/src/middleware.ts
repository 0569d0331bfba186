import { defineMiddleware } from 'astro:middleware';
import { previewMiddleware } from 'platen/astro';
import { contentUrl, editorUrl } from './lib/environment';

export const onRequest = defineMiddleware(previewMiddleware({ url: contentUrl, editor: editorUrl }));
