import { readableInk } from './readableInk.ts'
import type { ThemeMode, ThemeVariables } from './Theme.ts'

const variableNames: readonly (keyof ThemeVariables)[] = [
  'accent',
  'accentInk',
  'accentText',
  'mix',
  'mixStrength',
  'fontFamily',
  'fontSizeMaster',
  'radiusMaster',
  'zIndex',
  'qrColor',
]

/** Returns the custom property of a variable: `--lk-accent-ink` for `accentInk`. */
const propertyOf = (name: string) => `--lk-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

export type ApplyThemeParameters = {
  host: HTMLElement
  mode: ThemeMode
  variables: ThemeVariables
  locale: string
  direction: 'ltr' | 'rtl'
}

/** Sets mode, variables and language on a host element. Uses the CSSOM, which a strict CSP allows. */
export function applyTheme({ host, mode, variables, locale, direction }: ApplyThemeParameters): void {
  host.dataset.mode = mode
  host.lang = locale
  host.dir = direction
  const withInk: ThemeVariables = { ...variables }
  if (variables.accent !== undefined && variables.accentInk === undefined) {
    const ink = readableInk(variables.accent)
    if (ink !== undefined) withInk.accentInk = ink
  }
  // The accent of a button is rarely readable as text, so accent text falls back to the plain text color.
  if (variables.accent !== undefined && variables.accentText === undefined) withInk.accentText = 'var(--t1)'
  // An empty value removes the property.
  for (const name of variableNames) host.style.setProperty(propertyOf(name), `${withInk[name] ?? ''}`)
}
