/** A request for ten posts by a visitor, as the interface takes it without the network. */
export const listRequest = {
  id: 'bench',
  method: 'GET',
  path: '/wp/v2/posts',
  query: { per_page: '10' },
  headers: {},
  remoteAddress: '127.0.0.1',
  secure: false,
  body: async () => ({ kind: 'none' }) as const,
};
