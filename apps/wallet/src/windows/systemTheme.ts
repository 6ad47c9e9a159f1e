/** Before a frame said how its host looks. */
export function systemTheme(): { mode: 'light' | 'dark'; accent: null } {
  return { mode: matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark', accent: null }
}
