import { effect, signal } from '@preact/signals';

const THEMES = ['system', 'dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

const PLACE = 'cvq.theme';

/** Light or dark, as the system has it unless a person chose. */
export const theme = signal<Theme>(THEMES.find((name) => name === localStorage.getItem(PLACE)) ?? 'system');

effect(() => {
  const { dataset } = document.documentElement;
  if (theme.value === 'system') delete dataset.theme;
  else dataset.theme = theme.value;
  localStorage.setItem(PLACE, theme.value);
});

/** Goes on to the next of the themes. */
export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] as Theme;
}
