import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The teal of the log-in page, from lightest to darkest. */
const sea: MantineColorsTuple = [
  '#eaf6f8',
  '#d5e9ee',
  '#a8d3dd',
  '#78bccb',
  '#52a8bc',
  '#3a9cb3',
  '#2a8ea6',
  '#117a92',
  '#0b6276',
  '#0b5a6b',
];

/** Warm greys instead of cold ones, as on the site; the seventh is for lesser text and keeps its contrast. */
const gray: MantineColorsTuple = [
  '#faf8f3',
  '#f3f0e8',
  '#e9e5da',
  '#dcd7cb',
  '#c9c3b5',
  '#8b867b',
  '#625e55',
  '#4d4a43',
  '#3a3833',
  '#22211e',
];

const dark: MantineColorsTuple = [
  '#e9e6df',
  '#c9c4ba',
  '#a8a298',
  '#857f75',
  '#5a554d',
  '#3c3833',
  '#2e2b27',
  '#22201e',
  '#1b1a18',
  '#171615',
];

/** A red that can be read: dark on light grounds, light on dark ones, and under white letters. */
const red: MantineColorsTuple = [
  '#fdeceb',
  '#fad6d3',
  '#f5b5b0',
  '#f29a93',
  '#f28b82',
  '#e0574d',
  '#cf3d33',
  '#bf2f26',
  '#b3261e',
  '#8f1d17',
];

/** Popups belong to the landmark of the screen, for whoever goes from one to the next. */
const insideMain = { portalProps: { target: '#main' } };

/** The list of choices scrolls itself, as its keys expect; the frame around it takes no focus. */
const scrollingOptions = {
  withScrollArea: false,
  styles: { options: { maxHeight: 'min(20rem, 50vh)', overflowY: 'auto' } },
} as const;

/** What is wrong is said in a red that can be read on every ground. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-error': 'var(--mantine-color-red-8)' },
  dark: { '--mantine-color-error': 'var(--mantine-color-red-4)' },
});

/** The colour of entries of a menu that remove something. */
export const dangerColor = 'var(--mantine-color-error)';

export const theme = createTheme({
  primaryColor: 'sea',
  primaryShade: { light: 8, dark: 7 },
  colors: { sea, gray, dark, red },
  white: '#fffefb',
  black: '#22211e',
  defaultRadius: 'md',
  cursorType: 'pointer',
  autoContrast: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.6rem' }, h2: { fontSize: '1.2rem' } } },
  focusRing: 'auto',
  components: {
    // Their headers are no banners of the page.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Tooltip: { defaultProps: { openDelay: 400 } },
    // A place to hold the focus is none of the entries that a menu may have; the first entry takes it.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: insideMain },
    Select: { defaultProps: scrollingOptions },
    Autocomplete: { defaultProps: scrollingOptions },
    TagsInput: { defaultProps: scrollingOptions },
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm', tt: 'none', c: 'var(--mantine-color-text)', miw: 'max-content' },
    },
  },
});
