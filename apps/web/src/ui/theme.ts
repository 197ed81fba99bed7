import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/**
 * The single definition of colors, radii and fonts. Components use them as variables; see `docs/decisions` for
 * contrast.
 */
const accent: MantineColorsTuple = [
  '#eff0fd',
  '#dfe1fa',
  '#bcc1f3',
  '#9aa1ec',
  '#7f88e6',
  '#6a74de',
  '#5863da',
  '#4f5bd5',
  '#434dba',
  '#373f9c',
];

/** The grays of Mantine's dark theme for borders, fields and secondary buttons, with our blue tint. */
const night: MantineColorsTuple = [
  '#eceef3',
  '#b3b7c3',
  '#9096a5',
  '#7c8292',
  '#3b3f4a',
  '#2c2f38',
  '#22242b',
  '#1a1c21',
  '#16171c',
  '#131418',
];

/** The header of a modal has no role of its own, because a page has only one banner. */
const ownHeader = { header: { role: 'presentation' } };

/** Mantine's red, darkened where it is behind white text. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#d92d2d',
  '#cf2d2d',
  '#c92a2a',
  '#b02525',
];

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  colors: { accent, red, dark: night },
  fontFamily:
    "'Inter Variable', system-ui, -apple-system, 'PingFang SC', 'Hiragino Sans', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans', sans-serif",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.25', sm: '1.4', md: '1.5', lg: '1.5', xl: '1.3' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '999px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '24px' }, h2: { fontSize: '20px' }, h3: { fontSize: '16px' }, h4: { fontSize: '14px' } },
  },
  components: {
    Modal: {
      defaultProps: { radius: 'lg', centered: true, transitionProps: { duration: 150 }, attributes: ownHeader },
      styles: {
        content: { background: 'var(--surface)' },
        header: { background: 'var(--surface)' },
        title: { fontWeight: 600 },
      },
    },
    Drawer: {
      defaultProps: { attributes: ownHeader },
      styles: {
        content: { background: 'var(--surface)' },
        header: { background: 'var(--surface)' },
        title: { fontWeight: 600 },
      },
    },
    // A menu is above every modal, because it may be opened from inside one.
    Menu: {
      defaultProps: {
        radius: 'md',
        shadow: 'md',
        zIndex: 440,
        transitionProps: { duration: 120 },
        // The first item then has the focus, instead of an element that is invalid in a menu.
        withInitialFocusPlaceholder: false,
      },
    },
    Badge: { defaultProps: { tt: 'none', fw: 500 } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  },
});

const light = {
  '--canvas': '#f5f6f8',
  '--surface': '#ffffff',
  '--raised': '#ffffff',
  '--hover': '#eef0f4',
  '--selected': '#e8eafb',
  '--ink': '#1b1d24',
  '--ink-2': '#545865',
  '--ink-3': '#6c7080',
  '--line': 'rgba(27, 29, 36, 0.09)',
  '--line-2': 'rgba(27, 29, 36, 0.16)',
  '--accent': '#4f5bd5',
  '--accent-ink': '#434dba',
  '--own': '#e6e8fb',
  '--code-word': '#93278f',
  '--code-string': '#2b6e2e',
  '--code-number': '#8a5000',
  '--code-name': '#2a5db0',
  '--red': '#c92a2a',
  '--red-bg': '#fdecec',
  '--amber': '#9a5b00',
  '--amber-bg': '#fff3da',
  '--green': '#20794a',
  '--green-bg': '#e4f5ec',
  '--float': '0 8px 28px rgba(20, 22, 40, 0.16)',
  '--badge': '#d6336c',
  // A person's color is a hue; these are its saturation and lightness.
  '--face': '62% 90%',
  '--face-ink': '58% 30%',
};
const dark = {
  '--canvas': '#131418',
  '--surface': '#1a1c21',
  '--raised': '#22242b',
  '--hover': '#262931',
  '--selected': '#2b2f4d',
  '--ink': '#eceef3',
  '--ink-2': '#b3b7c3',
  '--ink-3': '#9096a5',
  '--line': 'rgba(255, 255, 255, 0.09)',
  '--line-2': 'rgba(255, 255, 255, 0.18)',
  '--accent': '#6a74de',
  '--accent-ink': '#a5acf3',
  '--own': '#2e3360',
  '--code-word': '#d99ae9',
  '--code-string': '#a2d38d',
  '--code-number': '#e6b87c',
  '--code-name': '#97b9f5',
  '--red': '#ff8f8f',
  '--red-bg': '#41232a',
  '--amber': '#f2bd63',
  '--amber-bg': '#3d3020',
  '--green': '#6fd29b',
  '--green-bg': '#1d3a2b',
  '--float': '0 10px 32px rgba(0, 0, 0, 0.5)',
  '--badge': '#d6336c',
  '--face': '34% 28%',
  '--face-ink': '70% 86%',
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...light,
    '--mantine-color-body': light['--canvas'],
    '--mantine-color-text': light['--ink'],
    '--mantine-color-dimmed': light['--ink-3'],
    '--mantine-color-placeholder': light['--ink-3'],
    '--mantine-color-error': light['--red'],
    '--mantine-color-red-text': light['--red'],
    '--mantine-color-red-light-color': light['--red'],
    '--mantine-color-yellow-light-color': light['--amber'],
    '--mantine-color-green-light-color': light['--green'],
  },
  dark: {
    ...dark,
    '--mantine-color-body': dark['--canvas'],
    '--mantine-color-text': dark['--ink'],
    '--mantine-color-dimmed': dark['--ink-3'],
    '--mantine-color-placeholder': dark['--ink-3'],
    '--mantine-color-error': dark['--red'],
    '--mantine-color-red-text': dark['--red'],
    '--mantine-color-red-light-color': dark['--red'],
    '--mantine-color-yellow-light-color': dark['--amber'],
    '--mantine-color-green-light-color': dark['--green'],
    '--mantine-color-disabled': dark['--raised'],
  },
});
