/** Default theme before a frame has sent the host's. */
export function systemTheme(): { mode: 'light' | 'dark'; accent: null } {
  return { mode: matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark', accent: null }
}
