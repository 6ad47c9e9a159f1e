import { createContext, use } from 'react'

/** The visitor's choice. */
export type ThemeChoice = 'system' | 'light' | 'dark'

/** The theme: the choice, the resulting theme, and a function to choose. */
export type Theme = { choice: ThemeChoice; applied: 'light' | 'dark'; choose: (choice: ThemeChoice) => void }

/** Provides the theme. */
export const ThemeContext = createContext<Theme | undefined>(undefined)

/** Returns the theme of the page. The modal follows the same choice. */
export function useSiteTheme(): Theme {
  const theme = use(ThemeContext)
  if (!theme) throw new Error('useSiteTheme is used outside of ThemeProvider')
  return theme
}
