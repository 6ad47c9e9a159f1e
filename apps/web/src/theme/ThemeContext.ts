import { createContext, use } from 'react'

/** What the visitor chose. */
export type ThemeChoice = 'system' | 'light' | 'dark'

/** The theme: what was chosen, what applies, and how to choose. */
export type Theme = { choice: ThemeChoice; applied: 'light' | 'dark'; choose: (choice: ThemeChoice) => void }

/** Carries the theme. */
export const ThemeContext = createContext<Theme | undefined>(undefined)

/** The theme of the page; the wallet modal follows the same choice. */
export function useSiteTheme(): Theme {
  const theme = use(ThemeContext)
  if (!theme) throw new Error('useSiteTheme is used outside of ThemeProvider')
  return theme
}
