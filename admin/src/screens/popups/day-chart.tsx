import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useLanguage } from '../../words/words.tsx';

interface DayChartProps {
  readonly days: readonly { readonly day: string; readonly opens: number; readonly conversions: number }[];
  readonly day: string;
  readonly opens: string;
  readonly conversions: string;
  /** What those who cannot see the chart are told. */
  readonly text: string;
}

const height = 280;

/** Two lines over time. The numbers themselves are in the table beside it. */
export function DayChart({ days, day, opens, conversions, text }: DayChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const { code } = useLanguage();
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const isDark = scheme === 'dark';
    const axis = { stroke: isDark ? '#c9c4ba' : '#4d4a43', grid: { stroke: isDark ? '#3c3833' : '#e9e5da', width: 1 } };
    const first = isDark ? '#52a8bc' : '#0b6276';
    const second = isDark ? '#e0a458' : '#9a4d00';
    const format = new Intl.DateTimeFormat(code, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height,
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'UTC'),
        cursor: { drag: { x: false, y: false } },
        legend: { live: true },
        scales: { y: { range: (_, __, most) => [0, Math.max(5, most * 1.1)] } },
        axes: [
          {
            ...axis,
            // Whole days only.
            incrs: [1, 2, 7, 14, 30, 60].map((count) => count * 86_400),
            values: (_, splits) => splits.map((at) => format.format(at * 1_000)),
          },
          { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100, 500, 1_000, 10_000, 100_000, 1_000_000] },
        ],
        series: [
          { label: day, value: (_, at) => (at === null ? '–' : format.format(at * 1_000)) },
          { label: opens, stroke: first, width: 2, fill: `${first}22` },
          { label: conversions, stroke: second, width: 2, dash: [6, 4] },
        ],
      },
      [
        days.map((one) => Date.parse(one.day) / 1_000),
        days.map((one) => one.opens),
        days.map((one) => one.conversions),
      ],
      element,
    );
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [days, day, opens, conversions, scheme, code]);
  // Time runs from left to right in every language, as the axis is drawn.
  return (
    <div role="img" aria-label={text} dir="ltr">
      <div ref={place} />
    </div>
  );
}
