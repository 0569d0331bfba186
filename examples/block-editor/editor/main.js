import apiFetch from '@wordpress/api-fetch';
import { dispatch } from '@wordpress/data';
import { initializeEditor } from '@wordpress/edit-post';
import { store as preferences } from '@wordpress/preferences';
import '@wordpress/format-library';
import './main.css';

const { server, type, id } = document.getElementById('editor').dataset;
const nonceEndpoint = `${server}/wp-admin/admin-ajax.php?action=rest-nonce`;
const answer = await fetch(nonceEndpoint);
if (answer.ok) {
  apiFetch.use(apiFetch.createRootURLMiddleware(`${server}/wp-json/`));
  apiFetch.nonceMiddleware = apiFetch.createNonceMiddleware(await answer.text());
  apiFetch.use(apiFetch.nonceMiddleware);
  apiFetch.nonceEndpoint = nonceEndpoint;
  apiFetch.use(apiFetch.mediaUploadMiddleware);
  // The canvas is a frame: it has these styles, not those of the page.
  const styles = `<link rel="stylesheet" href="${new URL('canvas.css', import.meta.url)}">`;
  const settings = { autosaveInterval: 60, __unstableResolvedAssets: { styles, scripts: '' } };
  initializeEditor('editor', type, Number(id), settings, {});
  // Its pictures would come from another host.
  dispatch(preferences).setDefaults('core/edit-post', { welcomeGuide: false });
} else location.replace(`${server}/wp-login.php?redirect_to=${encodeURIComponent(location.href)}`);
