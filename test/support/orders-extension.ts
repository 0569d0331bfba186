import { defineExtension, errors, reply, route, s } from '../../src/extension.ts';

const fixture = (name: string) => new URL(`../fixtures/admin-screens/${name}.js`, import.meta.url);

/** An extension with screens of its own in the admin page. */
export const ordersExtension = defineExtension({
  name: 'orders',
  routes: () => [
    route({
      method: 'POST',
      path: '/orders/v1/greet',
      summary: 'Greet somebody.',
      args: { name: s.string({ required: true }) },
      permit: (_input, { caller }) => {
        if (!caller.can('edit_posts')) throw errors.rest_no_route();
      },
      handle: ({ name }) => reply({ text: `Hello, ${name}` }),
    }),
  ],
  adminScreens: [
    { path: 'all', title: 'Orders', capability: 'edit_posts', script: fixture('orders') },
    { path: 'broken', title: 'Broken', capability: 'edit_posts', script: fixture('broken') },
    { path: 'unready', title: 'Unready', capability: 'edit_posts', script: fixture('unready') },
    { path: 'settings', title: 'Order settings', capability: 'manage_options', script: fixture('orders') },
  ],
  editorPanels: [
    { name: 'shout', title: 'Loudness', capability: 'edit_posts', script: fixture('panel'), postTypes: ['post'] },
    { name: 'secret', title: 'Secret', capability: 'manage_options', script: fixture('panel') },
  ],
});
