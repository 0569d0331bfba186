// The types of the interface, which npm run admin:types writes for the client.
export type * from '../../../src/client/default-routes.ts';
