import type { NextConfig } from 'next';
import { previewHeaders } from 'platen/preview/server';

const { CONTENT_URL = 'http://127.0.0.1:8080', EDITOR_URL = CONTENT_URL } = process.env;

/** For every page but previews, which the editor shows in a frame. */
const headers = {
  'Content-Security-Policy': "frame-ancestors 'self'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

const listed = (table: Record<string, string>) => Object.entries(table).map(([key, value]) => ({ key, value }));

const config: NextConfig = {
  // Addresses are those of the content: /2026/01/31/hello/
  trailingSlash: true,
  poweredByHeader: false,
  // Both servers are on this machine while you work on it.
  allowedDevOrigins: ['127.0.0.1', 'localhost'],
  headers: async () => [
    { source: '/((?!preview/?$).*)', headers: listed(headers) },
    { source: '/preview/', headers: listed(previewHeaders(EDITOR_URL)) },
  ],
};

export default config;
