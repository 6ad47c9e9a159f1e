import { readableInk } from './readableInk.ts'

/** Languages that are written from right to left. */
const rightToLeft = ['ar', 'fa', 'he', 'ur']

export type ApplyThemeParameters = {
  /** The page's root element. */
  root: HTMLElement
  theme: { mode: 'light' | 'dark'; accent: string | null }
  /** BCP 47. */
  language: string
}

/**
 * Applies theme and language to the page through the CSSOM, which a strict CSP allows. A host's accent colors only buttons, always
 * with a text contrast of 4.5:1. Anything other than `#rrggbb` is ignored.
 */
export function applyTheme({ root, theme: { mode, accent }, language }: ApplyThemeParameters): void {
  root.dataset.mode = mode
  root.lang = language
  root.dir = rightToLeft.includes(language.split('-')[0] ?? '') ? 'rtl' : 'ltr'
  const ink = accent === null ? undefined : readableInk(accent)
  const own = { '--lk-accent': accent, '--lk-accent-ink': ink, '--lk-accent-text': 'var(--t1)' }
  for (const [property, value] of Object.entries(own)) {
    if (ink === undefined || typeof value !== 'string') root.style.removeProperty(property)
    else root.style.setProperty(property, value)
  }
}
