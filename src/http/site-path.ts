/**
 * Turns the target of a request into the path within the site. A site below a path (`https://host/blog`) is asked for
 * with that path or, behind a proxy that strips it, without. Two slashes at the start, as a client sends them that was
 * given a site address with a slash at its end, count as one.
 */
export function sitePath(basePath: string): (url: string) => string {
  const prefix = basePath.replace(/\/+$/, '');
  return (url) => {
    const single = url.startsWith('//') ? url.replace(/^\/+/, '/') : url;
    if (prefix === '' || !single.startsWith(prefix)) return single;
    const rest = single.slice(prefix.length);
    if (rest === '' || rest.startsWith('?')) return `/${rest}`;
    return rest.startsWith('/') ? rest.replace(/^\/+/, '/') : single;
  };
}
