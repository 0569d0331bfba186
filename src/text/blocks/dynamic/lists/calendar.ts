import { attributeUrl } from '../../../clean-url.ts';
import { localDate, weekday } from '../../../formats/local-date.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import { loadedFor } from '../../block-needs.ts';
import { wrapper } from '../../supports/wrapper.ts';
import type { CalendarMonth, ShownSite } from '../shown.ts';

/** This month, with links to the days that have posts. */
export const calendar: BlockRenderer = {
  name: 'core/calendar',
  isDynamic: true,
  needs: (_block, ask) => {
    ask('site', null);
    ask('calendar', null);
  },
  render: (block, _inner, context) => {
    const site = loadedFor(context.blockData, 'site', null);
    const month = loadedFor(context.blockData, 'calendar', null);
    if (!site || !month) return '';
    return `<div ${wrapper(block)}>${table(month, site)}${navigation(month, site)}</div>`;
  },
};

const two = (n: number) => String(n).padStart(2, '0');
const dateOf = (year: number, month: number, day: number): string => `${year}-${two(month)}-${two(day)} 00:00:00`;

function table(month: CalendarMonth, site: ShownSite): string {
  const days = Array.from({ length: 7 }, (_, i) => weekday((site.startOfWeek + i) % 7, site.language));
  const heads = days.map(({ name, letter }) => `\n\t\t<th scope="col" title="${name}">${letter}</th>`);
  const caption = localDate(dateOf(month.year, month.month, 1), 'F Y', site.language);
  return `<table id="wp-calendar" class="wp-calendar-table">
	<caption>${caption}</caption>
	<thead>
	<tr>${heads.join('')}
	</tr>
	</thead>
	<tbody>
	<tr>${weeks(month, site)}
	</tr>
	</tbody>
	</table>`;
}

function weeks({ year, month, days }: CalendarMonth, site: ShownSite): string {
  const links = new Map(days.map(({ day, url }) => [day, url]));
  const first = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() - site.startOfWeek + 7) % 7;
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  let out = first === 0 ? '\n\t\t' : `\n\t\t<td colspan="${first}" class="pad">&nbsp;</td>`;
  for (let day = 1; day <= length; day++) {
    if (day > 1 && (first + day - 1) % 7 === 0) out += '\n\t</tr>\n\t<tr>\n\t\t';
    out += cell(day, dateOf(year, month, day), links.get(day), site);
  }
  const left = (7 - ((first + length) % 7)) % 7;
  return left === 0 ? out : `${out}\n\t\t<td class="pad" colspan="${left}">&nbsp;</td>`;
}

function cell(day: number, date: string, url: string | undefined, { today, dateFormat, language }: ShownSite): string {
  const mark = date.startsWith(today) ? ' id="today"' : '';
  if (url === undefined) return `<td${mark}>${day}</td>`;
  const label = `Posts published on ${localDate(date, dateFormat, language)}`;
  return `<td${mark}><a href="${attributeUrl(url)}" aria-label="${label}">${day}</a></td>`;
}

function navigation({ year, previous, next }: CalendarMonth, { language }: ShownSite): string {
  const name = (month: number) => localDate(dateOf(year, month, 1), 'M', language);
  const before = previous ? `<a href="${attributeUrl(previous.url)}">&laquo; ${name(previous.month)}</a>` : '&nbsp;';
  const after = next ? `<a href="${attributeUrl(next.url)}">${name(next.month)} &raquo;</a>` : '&nbsp;';
  return `<nav aria-label="Previous and next months" class="wp-calendar-nav">
		<span class="wp-calendar-nav-prev">${before}</span>
		<span class="pad">&nbsp;</span>
		<span class="wp-calendar-nav-next">${after}</span>
	</nav>`;
}
