import { useMemo, useSyncExternalStore } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import type { ThemeMode, ThemeVariables } from '../theme/Theme.ts'

export type UseThemeReturnType = {
  mode: ThemeMode
  /** The mode that `system` currently resolves to. */
  resolvedMode: 'light' | 'dark'
  variables: ThemeVariables
  /** Chooses a mode until the provider's `theme.mode` changes. */
  setMode: (mode: ThemeMode) => void
}

const query = '(prefers-color-scheme: light)'

function followSystem(listener: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/**
 * Returns the theme of the modal and the buttons.
 *
 * @example const { resolvedMode, setMode } = useTheme()
 */
export function useTheme(): UseThemeReturnType {
  const { mode, setMode, variables } = useLatchkeyContext()
  const systemIsLight = useSyncExternalStore(
    followSystem,
    () => matchMedia(query).matches,
    () => false,
  )
  return useMemo(
    () => ({ mode, resolvedMode: mode === 'system' ? (systemIsLight ? 'light' : 'dark') : mode, variables, setMode }),
    [mode, systemIsLight, variables, setMode],
  )
}
