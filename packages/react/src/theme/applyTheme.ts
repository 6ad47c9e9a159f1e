import { readableInk } from './readableInk.ts'
import type { ThemeMode, ThemeVariables } from './Theme.ts'

const properties: readonly (readonly [keyof ThemeVariables, string])[] = [
  ['accent', '--lk-accent'],
  ['accentInk', '--lk-accent-ink'],
  ['accentText', '--lk-accent-text'],
  ['mix', '--lk-mix'],
  ['mixStrength', '--lk-mix-strength'],
  ['fontFamily', '--lk-font-family'],
  ['fontSizeMaster', '--lk-font-size-master'],
  ['radiusMaster', '--lk-radius-master'],
  ['zIndex', '--lk-z-index'],
  ['qrColor', '--lk-qr-color'],
]

/** What {@link applyTheme} needs. */
export type ApplyThemeParameters = {
  host: HTMLElement
  mode: ThemeMode
  variables: ThemeVariables
  locale: string
  direction: 'ltr' | 'rtl'
}

/** Writes mode, variables and language onto a host element. Through the CSSOM, which a strict CSP allows. */
export function applyTheme({ host, mode, variables, locale, direction }: ApplyThemeParameters): void {
  host.dataset.mode = mode
  host.lang = locale
  host.dir = direction
  const withInk: ThemeVariables = { ...variables }
  if (variables.accent !== undefined && variables.accentInk === undefined) {
    const ink = readableInk(variables.accent)
    if (ink !== undefined) withInk.accentInk = ink
  }
  // An accent chosen for a button is seldom readable as text, so text falls back to the plain text colour.
  if (variables.accent !== undefined && variables.accentText === undefined) withInk.accentText = 'var(--t1)'
  for (const [key, property] of properties) {
    const value = withInk[key]
    if (value === undefined) host.style.removeProperty(property)
    else host.style.setProperty(property, String(value))
  }
}
