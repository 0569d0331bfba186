import { attributeUrl } from '../../../clean-url.ts';
import { localDate, localMilliseconds } from '../../../formats/local-date.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import type { Block } from '../../block.ts';
import { flagAttribute, textAttribute } from '../../block-attributes.ts';
import { loadedFor } from '../../block-needs.ts';
import { wrapper } from '../../supports/wrapper.ts';
import type { Period, PeriodUnit, ShownSite } from '../shown.ts';
import { wordOf } from '../values.ts';

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
      return `<div ${wrapper(block, { classes: ['wp-block-archives-dropdown'] })}><label for="${id}" class="wp-block-archives__label${hidden}">Archives</label>
		<select id="${id}" name="archive-dropdown" onchange="document.location.href=this.options[this.selectedIndex].value;">
		<option value="">${choices[unit]}</option>${options.join('')}</select></div>`;
    }
    if (periods.length === 0) return `<div ${wrapper(block)}>No archives to show.</div>`;
    const items = periods.map(
      (period) => `\t<li><a href='${attributeUrl(period.url)}'>${label(period)}</a>${count(period)}</li>\n`,
    );
    return `<ul ${wrapper(block, { classes: ['wp-block-archives-list'] })}>${items.join('')}</ul>`;
  },
};

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
