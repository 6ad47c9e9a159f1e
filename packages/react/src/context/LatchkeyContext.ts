import type { Latchkey } from '@latchkey/core'
import { createContext, useContext } from 'react'
import type { LanguageInUse } from '../messages/useLanguage.ts'
import type { ThemeMode, ThemeVariables } from '../theme/Theme.ts'
import type { ModalLoader } from './createModalLoader.ts'
import type { ServerSnapshots } from './serverSnapshots.ts'

/** What the provider hands down. */
export type LatchkeyContextValue = LanguageInUse & {
  latchkey: Latchkey
  snapshots: ServerSnapshots
  loader: ModalLoader
  mode: ThemeMode
  setMode: (mode: ThemeMode) => void
  variables: ThemeVariables
  nonce: string | undefined
}

/** The provider's context; read it with {@link useLatchkeyContext}. */
export const LatchkeyContext = createContext<LatchkeyContextValue | undefined>(undefined)

/** The provider's context. @throws Error when there is no provider above. */
export function useLatchkeyContext(): LatchkeyContextValue {
  const value = useContext(LatchkeyContext)
  if (value === undefined) throw new Error('Wrap this part of the app in <LatchkeyProvider>')
  return value
}
