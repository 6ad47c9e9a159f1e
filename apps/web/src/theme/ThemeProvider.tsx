import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type ThemeChoice, ThemeContext } from './ThemeContext.ts'

/** Also read by public/theme.js before the first paint. */
const storageKey = '@latchkey/site-theme'

/** Stores the visitor's theme, follows the system if that is the choice, and marks the document with the result. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState<ThemeChoice>(readChoice)
  const systemIsDark = useSyncExternalStore(followSystem, () => systemQuery().matches)
  const applied = choice === 'system' ? (systemIsDark ? 'dark' : 'light') : choice

  useEffect(() => {
    document.documentElement.dataset.theme = applied
  }, [applied])

  useEffect(() => {
    const follow = (event: StorageEvent) => event.key === storageKey && setChoice(readChoice())
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])

  const theme = useMemo(
    () => ({
      choice,
      applied,
      choose: (next: ThemeChoice) => {
        setChoice(next)
        writeChoice(next)
      },
    }),
    [choice, applied],
  )
  return <ThemeContext value={theme}>{children}</ThemeContext>
}

function systemQuery() {
  return window.matchMedia('(prefers-color-scheme: dark)')
}

function followSystem(onChange: () => void) {
  const query = systemQuery()
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

function readChoice(): ThemeChoice {
  try {
    const value = localStorage.getItem(storageKey)
    return value === 'light' || value === 'dark' ? value : 'system'
  } catch {
    return 'system'
  }
}

function writeChoice(choice: ThemeChoice) {
  try {
    if (choice === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, choice)
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}
