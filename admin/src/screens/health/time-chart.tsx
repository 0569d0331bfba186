import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useLanguage } from '../../words/words.tsx';

interface TimeChartProps {
  /** Milliseconds since the epoch. */
  readonly times: readonly number[];
  /** Null where there is nothing to tell. */
  readonly values: readonly (number | null)[];
  readonly time: string;
  readonly label: string;
  /** The least upper end of the scale. */
  readonly top: number;
  /** What those who cannot see the chart are told. */
  readonly text: string;
}

const height = 200;

/** One line over time. */
export function TimeChart({ times, values, time, label, top, text }: TimeChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const { code } = useLanguage();
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const isDark = scheme === 'dark';
    const axis = { stroke: isDark ? '#c9c4ba' : '#4d4a43', grid: { stroke: isDark ? '#3c3833' : '#e9e5da', width: 1 } };
    const stroke = isDark ? '#52a8bc' : '#0b6276';
    const format = new Intl.DateTimeFormat(code, { hour: '2-digit', minute: '2-digit' });
    const number = new Intl.NumberFormat(code, { maximumFractionDigits: 1 });
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height,
        cursor: { drag: { x: false, y: false } },
        scales: { y: { range: (_, __, most) => [0, Math.max(top, most)] } },
        axes: [
          {
            ...axis,
            // Whole minutes only, far enough apart for their names.
            incrs: [1, 2, 5, 10, 30, 60, 120, 240].map((minutes) => minutes * 60),
            space: 80,
            values: (_, splits) => splits.map((at) => format.format(at * 1_000)),
          },
          { ...axis, values: (_, splits) => splits.map((value) => number.format(value)) },
        ],
        series: [
          { label: time, value: (_, at) => (at === null ? '–' : format.format(at * 1_000)) },
          {
            label,
            stroke,
            width: 2,
            fill: `${stroke}22`,
            spanGaps: true,
            value: (_, value) => (value === null ? '–' : number.format(value)),
          },
        ],
      },
      [times.map((at) => at / 1_000), [...values]],
      element,
    );
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [times, values, time, label, top, scheme, code]);
  // Time runs from left to right in every language, as the axis is drawn.
  return (
    <div role="img" aria-label={text} dir="ltr">
      <div ref={place} />
    </div>
  );
}
