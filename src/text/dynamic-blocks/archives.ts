import { wrapper } from '../block-supports/wrapper.ts';
import { type Block, flagAttribute, numberAttribute, textAttribute } from '../blocks/block.ts';
import type { AskedMonth, CalendarMonth, Period, PeriodUnit, ShownSite } from '../blocks/block-data.ts';
import { loadedFor } from '../blocks/block-needs.ts';
import { localDate, localMilliseconds, weekday } from '../local-date.ts';
import type { BlockRenderer } from '../render/render-context.ts';
import { attributeUrl } from '../sanitise/clean-url.ts';
import { wordOf } from './block-values.ts';

const units = ['monthly', 'yearly', 'weekly', 'daily'] as const satisfies readonly PeriodUnit[];
const choices: Readonly<Record<PeriodUnit, string>> = {
  monthly: 'Select Month',
  yearly: 'Select Year',
  weekly: 'Select Week',
  daily: 'Select Day',
};

const unitOf = ({ attributes }: Block): PeriodUnit => wordOf(textAttribute(attributes, 'type'), units, 'monthly');

/** Links to the posts of each month, year, week or day, as a list or for choosing one. */
export const archives: BlockRenderer = {
  name: 'core/archives',
  isDynamic: true,
  needs: (block, ask) => {
    ask('site', null);
    ask('periods', unitOf(block));
  },
  render: (block, _inner, context) => {
    const { attributes } = block;
    const unit = unitOf(block);
    const site = loadedFor(context.blockData, 'site', null);
    const periods = loadedFor(context.blockData, 'periods', unit) ?? [];
    if (!site) return '';
    const label = (period: Period) => labelOf(period, unit, site);
    const count = ({ count: posts }: Period) => (flagAttribute(attributes, 'showPostCounts') ? `&nbsp;(${posts})` : '');
    if (flagAttribute(attributes, 'displayAsDropdown')) {
      const id = `wp-block-archives-${++context.counters.block}`;
      const options = periods.map(
        (period) => `\t<option value='${attributeUrl(period.url)}'> ${label(period)} ${count(period)}</option>\n`,
      );
      const hidden = flagAttribute(attributes, 'showLabel') === false ? ' screen-reader-text' : '';
      const isToday = context.rules.blocks === 'today';
      const follows = isToday ? '' : ' onchange="document.location.href=this.options[this.selectedIndex].value;"';
      return `<div ${wrapper(block, { classes: ['wp-block-archives-dropdown'] })}><label for="${id}" class="wp-block-archives__label${hidden}">Archives</label>
		<select id="${id}" name="archive-dropdown"${follows}>
		<option value="">${choices[unit]}</option>${options.join('')}</select>${isToday ? followScript(id) : ''}</div>`;
    }
    if (periods.length === 0) return `<div ${wrapper(block)}>No archives to show.</div>`;
    const items = periods.map(
      (period) => `\t<li><a href='${attributeUrl(period.url)}'>${label(period)}</a>${count(period)}</li>\n`,
    );
    return `<ul ${wrapper(block, { classes: ['wp-block-archives-list'] })}>${items.join('')}</ul>`;
  },
};

/** Goes to what is chosen. */
const followScript = (
  id: string,
): string => `<script>document.getElementById('${id}').addEventListener('change', (event) => {
  if (event.target.value !== '') location.href = event.target.value;
});</script>
`;

function labelOf({ date }: Period, unit: PeriodUnit, site: ShownSite): string {
  const { language, dateFormat } = site;
  if (unit === 'yearly') return date.slice(0, 4);
  if (unit === 'monthly') return localDate(date, 'F Y', language);
  if (unit === 'daily') return localDate(date, dateFormat, language);
  const [first, last] = weekOf(date, site.startOfWeek);
  return `${localDate(first, dateFormat, language)}&#8211;${localDate(last, dateFormat, language)}`;
}

const dayMilliseconds = 86_400_000;

/** The first and the last day of the week of a date. */
function weekOf(local: string, startOfWeek: number): [first: string, last: string] {
  const day = localMilliseconds(`${local.slice(0, 10)} 00:00:00`);
  const first = day - ((new Date(day).getUTCDay() - startOfWeek + 7) % 7) * dayMilliseconds;
  const written = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  return [written(first), written(first + 6 * dayMilliseconds)];
}

/** The month that a calendar shows; null for this month. */
function monthOf({ attributes }: Block): AskedMonth | null {
  const [year, month] = [numberAttribute(attributes, 'year'), numberAttribute(attributes, 'month')];
  const isMonth = year !== undefined && month !== undefined && Number.isInteger(year) && Number.isInteger(month);
  return isMonth && year >= 1 && year <= 9999 && month >= 1 && month <= 12 ? { year, month } : null;
}

/** A month, with links to the days that have posts. */
export const calendar: BlockRenderer = {
  name: 'core/calendar',
  isDynamic: true,
  needs: (block, ask) => {
    ask('site', null);
    ask('calendar', null);
    const month = monthOf(block);
    if (month) ask('calendar', month);
  },
  render: (block, _inner, context) => {
    const site = loadedFor(context.blockData, 'site', null);
    const isToday = context.rules.blocks === 'today';
    const month = loadedFor(context.blockData, 'calendar', isToday ? monthOf(block) : null);
    if (!site || !month) return '';
    return `<div ${wrapper(block)}>${table(month, site, isToday ? 'aria-label' : 'title')}${navigation(month, site)}</div>`;
  },
};

const two = (n: number) => String(n).padStart(2, '0');
const dateOf = (year: number, month: number, day: number): string => `${year}-${two(month)}-${two(day)} 00:00:00`;

function table(month: CalendarMonth, site: ShownSite, label: 'aria-label' | 'title'): string {
  const days = Array.from({ length: 7 }, (_, i) => weekday((site.startOfWeek + i) % 7, site.language));
  const heads = days.map(({ name, letter }) => `\n\t\t<th scope="col" ${label}="${name}">${letter}</th>`);
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
