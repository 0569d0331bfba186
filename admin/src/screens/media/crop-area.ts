/** A part of a picture, in shares of its width and height. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const whole: Area = { x: 0, y: 0, width: 1, height: 1 };
const least = 0.02;

const between = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high));

/** The area at another place, within the picture. */
export const movedArea = (area: Area, x: number, y: number): Area => ({
  ...area,
  x: between(area.x + x, 0, 1 - area.width),
  y: between(area.y + y, 0, 1 - area.height),
});

/** The area in another size; `ratio` is its width by its height in shares, null where it is free. */
export function resizedArea(area: Area, width: number, height: number, ratio: number | null): Area {
  const room = { width: 1 - area.x, height: 1 - area.y };
  if (ratio === null)
    return {
      ...area,
      width: between(area.width + width, least, room.width),
      height: between(area.height + height, least, room.height),
    };
  const widest = Math.min(room.width, room.height * ratio);
  const wanted = area.width + (width === 0 ? height * ratio : width);
  const next = between(wanted, Math.min(least, widest), widest);
  return { ...area, width: next, height: next / ratio };
}

/** The largest area of a ratio in the middle of the picture. */
export function largestArea(ratio: number | null): Area {
  if (ratio === null) return whole;
  const width = Math.min(1, ratio);
  const height = width / ratio;
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height };
}
