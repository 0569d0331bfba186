/** The stored text for "no date". */
export const noDate = '0000-00-00 00:00:00';
/** A timestamp as stored GMT text. */
export function gmtAt(milliseconds) {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
}
/** Milliseconds of stored text read as GMT; NaN where there is no date. */
export function millisecondsOf(gmt) {
  return Date.parse(`${gmt.replace(' ', 'T')}Z`);
}
/** Stored text as the interface shows it, `2026-01-31T10:00:00`. */
export function wireDate(stored) {
  return stored.replace(' ', 'T');
}
/** Whether the runtime knows a city name, including outdated names that an existing site may have stored. */
export function isCity(name) {
  if (!/^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
/** A zone by city, else by fixed offset in hours. */
export function createZone(settings) {
  const city = isCity(settings.city) ? settings.city : '';
  const offsetAt = city && city !== 'UTC' ? cityOffset(city) : () => settings.offsetHours * 3600000;
  const shift = (stored, by) => {
    const at = millisecondsOf(stored);
    return Number.isNaN(at) ? noDate : gmtAt(at + by(at));
  };
  const isPlain = (!city || city === 'UTC') && settings.offsetHours === 0;
  return {
    city,
    get discoveryOffset() {
      if (!city && settings.offsetHours === 0) return '0';
      return offsetAt(settings.now()) / 3600000;
    },
    toLocal: (gmt) => (isPlain ? gmt : shift(gmt, offsetAt)),
    toGmt: (local) => (isPlain ? local : shift(local, (at) => -offsetOfWallClock(at, offsetAt))),
    localAt: (milliseconds) => gmtAt(milliseconds + offsetAt(milliseconds)),
  };
}
/** The offset at a wall-clock time; a time that a clock change skips or repeats uses the offset before the change. */
function offsetOfWallClock(wallClock, offsetAt) {
  const before = offsetAt(wallClock - 86400000);
  if (offsetAt(wallClock - before) === before) return before;
  const after = offsetAt(wallClock + 86400000);
  return offsetAt(wallClock - after) === after ? after : before;
}
function cityOffset(city) {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: city,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (milliseconds) => {
    const parts = new Map(format.formatToParts(milliseconds).map(({ type, value }) => [type, Number(value)]));
    const part = (type) => parts.get(type) ?? 0;
    const wall = new Date(0);
    wall.setUTCFullYear(part('year'), part('month') - 1, part('day'));
    wall.setUTCHours(part('hour'), part('minute'), part('second'));
    return wall.getTime() - Math.floor(milliseconds / 1000) * 1000;
  };
}
