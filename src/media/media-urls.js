/** The path of uploads on existing sites. */
export const uploadsPath = '/wp-content/uploads';
/** URL of the uploads folder: on the site itself, unless another server serves the files. */
export function uploadsUrl(site, elsewhere) {
  return elsewhere?.replace(/\/+$/, '') || site.serverUrl + uploadsPath;
}
/** The URL of a stored path: not percent-encoded beyond what is needed, as it is written in texts. */
export function fileUrl(base, path) {
  return `${base}/${path.replace(misread, encodeURIComponent)}`;
}
/** The URL of a file in the same folder as another. */
export function siblingUrl(url, name) {
  return url.slice(0, url.lastIndexOf('/') + 1) + name.replace(misread, encodeURIComponent);
}
/** Characters that must be encoded in a path. Our own file names have none of them; those of old sites may. */
const misread = /[%?#\s"<>\\]/g;
