import type { Latchkey } from '@latchkey/core'
import { createContext, useContext } from 'react'
import type { LanguageInUse } from '../messages/useLanguage.ts'
import type { ThemeMode, ThemeVariables } from '../theme/Theme.ts'
import type { ModalLoader } from './createModalLoader.ts'
import type { ServerSnapshots } from './serverSnapshots.ts'

/** Value of the provider's context. */
export type LatchkeyContextValue = LanguageInUse & {
  latchkey: Latchkey
  snapshots: ServerSnapshots
  loader: ModalLoader
  mode: ThemeMode
  setMode: (mode: ThemeMode) => void
  variables: ThemeVariables
  nonce: string | undefined
}

/** The provider's context. Read it with {@link useLatchkeyContext}. */
export const LatchkeyContext = createContext<LatchkeyContextValue | undefined>(undefined)

/** Returns the provider's context. @throws Error without a provider above */
export function useLatchkeyContext(): LatchkeyContextValue {
  const value = useContext(LatchkeyContext)
  if (value === undefined) throw new Error('Wrap this part of the app in <LatchkeyProvider>')
  return value
}
