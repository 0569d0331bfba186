import type { Rows } from '../lib/report.ts';
import { escapeHtml } from './escape.ts';

export interface ReportSection {
  readonly title: string;
  /** What the section shows and how to read it. */
  readonly text: string;
  /** Panels or tables as HTML. */
  readonly body: string;
}

export interface ReportPage {
  readonly title: string;
  /** The circumstances of the run: name and value. */
  readonly facts: readonly (readonly [string, string])[];
  readonly sections: readonly ReportSection[];
}

/** A report as one file: it loads nothing, and follows the colours of the reader's system. */
export function reportPage({ title, facts, sections }: ReportPage): string {
  const head = facts.map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<header>
<h1>${escapeHtml(title)}</h1>
<dl>${head.join('')}</dl>
</header>
${sections.map(section).join('\n')}
</main>
</body>
</html>
`;
}

/** Panels beside each other, as many as fit. */
export function panels(all: readonly string[]): string {
  return `<div class="panels">${all.join('\n')}</div>`;
}

/** The numbers behind the panels, closed until they are wanted. */
export function foldedTable(title: string, [head = [], ...rows]: Rows): string {
  const cells = (row: readonly string[], name: 'td' | 'th') =>
    row.map((cell, n) =>
      n === 0 ? `<th scope="row">${escapeHtml(cell)}</th>` : `<${name}>${escapeHtml(cell)}</${name}>`,
    );
  return `<details><summary>${escapeHtml(title)}</summary><div class="scroll" tabindex="0"><table>
<thead><tr>${cells(head, 'th').join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells(row, 'td').join('')}</tr>`).join('\n')}</tbody>
</table></div></details>`;
}

function section({ title, text, body }: ReportSection): string {
  return `<section>
<h2>${escapeHtml(title)}</h2>
<p>${escapeHtml(text)}</p>
${body}
</section>`;
}

const style = `
:root {
  --page: #f6f7f9; --card: #fff; --ink: #16191f; --soft: #5b6472; --rule: #e3e6eb;
  --ours: #1f5fd6; --limit: #c2620a; --other: #8b94a3; --first: #1f5fd6; --second: #c2620a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101318; --card: #181c23; --ink: #e8ebf0; --soft: #9aa4b3; --rule: #2a303a;
    --ours: #7fabff; --limit: #f0a050; --other: #77818f; --first: #7fabff; --second: #f0a050;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 16px; }
h2 { font-size: 1.15rem; margin: 48px 0 4px; }
p { margin: 0 0 16px; color: var(--soft); max-width: 70ch; }
dl { display: flex; flex-wrap: wrap; gap: 8px 32px; margin: 0; font-size: .875rem; }
dt { color: var(--soft); }
dd { margin: 0; font-variant-numeric: tabular-nums; }
.panels { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); align-items: start; }
figure { margin: 0; padding: 14px 12px 8px; background: var(--card); border: 1px solid var(--rule); border-radius: 10px; }
figcaption { font-weight: 600; font-size: .9375rem; padding: 0 4px 6px; }
figcaption small { display: block; font-weight: 400; font-size: .8125rem; color: var(--soft); }
svg { display: block; width: 100%; max-width: 420px; height: auto; font-size: 12px; font-variant-numeric: tabular-nums; }
.grid { stroke: var(--rule); }
.tick { fill: var(--soft); font-size: 11px; }
.label { fill: var(--ink); }
.value { fill: var(--ink); font-weight: 600; }
.other .label { fill: var(--soft); }
.mark { fill: currentColor; }
.stem { stroke: currentColor; stroke-width: 2; opacity: .35; }
.span { stroke: currentColor; stroke-width: 5; opacity: .35; }
.end { stroke: currentColor; stroke-width: 2; }
.line { fill: none; stroke: currentColor; stroke-width: 2.5; stroke-linejoin: round; }
.ours { color: var(--ours); }
.limit { color: var(--limit); }
.other { color: var(--other); }
.series-0 { color: var(--first); }
.series-1 { color: var(--second); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 20px; list-style: none; margin: 0 0 12px; padding: 0; font-size: .875rem; }
.legend li::before { content: ""; display: inline-block; width: 18px; height: 3px; margin-right: 8px; vertical-align: middle; background: currentColor; }
details { margin-top: 16px; font-size: .875rem; }
summary { cursor: pointer; color: var(--ours); }
.scroll { overflow-x: auto; margin-top: 8px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; white-space: nowrap; }
th, td { padding: 5px 12px; text-align: right; border-bottom: 1px solid var(--rule); }
th { font-weight: 500; color: var(--soft); }
th[scope=row] { position: sticky; left: 0; text-align: left; background: var(--page); color: var(--ink); }
`;
