// The server of a clone. The admin page is built beside it: the server does not wait for it, and says so at `/admin/`.
import cluster from 'node:cluster';
import { buildBeside } from './ensure-admin.mjs';

if (cluster.isPrimary) {
  buildBeside();
  process.argv.splice(2, 0, 'serve');
}
await import('../bin/platen.mjs');
