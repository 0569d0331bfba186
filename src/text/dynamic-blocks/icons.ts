/** Our own drawings for blocks that show one. */
const drawing = (size: number, path: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" aria-hidden="true" focusable="false"><path d="${path}" fill="none" stroke="currentColor" stroke-width="1.5"/></svg>`;

/** A downward angle: there is a menu below. */
export const submenuIcon = drawing(12, 'M2 4l4 4 4-4');
/** A magnifying glass. */
export const searchIcon = drawing(24, 'M5 11a6 6 0 1 0 12 0a6 6 0 1 0-12 0M15.5 15.5L20 20');
/** Two lines: opens the menu. */
export const openMenuIcon = drawing(24, 'M4 9h16M4 15h16');
/** A cross: closes the menu. */
export const closeMenuIcon = drawing(24, 'M6 6l12 12M18 6L6 18');
/** A link in a chain, for profiles on any service. */
export const profileIcon = drawing(
  24,
  'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
);
