import { defineTheme, html, type PageModel } from 'platen/theme';

export default defineTheme({
  name: 'mine',
  layout: (page: PageModel, main: unknown) => html`<!doctype html>
<html lang="${page.site.language}">
<head>${page.head}</head>
<body><p>A theme of my own</p>${main}</body>
</html>`,
});
