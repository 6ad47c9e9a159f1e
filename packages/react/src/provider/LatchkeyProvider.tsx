import { createLatchkey, type Latchkey, type LatchkeyConfig } from '@latchkey/core'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { createModalLoader } from '../context/createModalLoader.ts'
import { LatchkeyContext, type LatchkeyContextValue } from '../context/LatchkeyContext.ts'
import { serverSnapshots } from '../context/serverSnapshots.ts'
import type { Language } from '../messages/Language.ts'
import type { MessageOverrides } from '../messages/Messages.ts'
import { useLanguage } from '../messages/useLanguage.ts'
import type { Theme, ThemeVariables } from '../theme/Theme.ts'
import { ModalHost } from './ModalHost.tsx'

/** Takes a configuration, or a kit that the app made with `createLatchkey`. */
export type LatchkeyProviderProps = {
  children?: ReactNode
  theme?: Theme | undefined
  /**
   * The language of texts, numbers and dates, and its writing direction. A language of the kit (`import { de } from
   * '@latchkey/react/messages/de'`) is complete at the first paint. A BCP 47 tag selects the best of the kit's ten languages, and fetches
   * its texts; English if there is none. `auto` follows `<html lang>`, then the browser. Default `en`.
   */
  locale?: string | Language | undefined
  /** Texts that replace those of the kit: some of them, or all of a language that the kit does not have (then with `locale`). */
  messages?: MessageOverrides | undefined
  /** The page's CSP nonce, used only by browsers without constructable style sheets. */
  nonce?: string | undefined
} & ({ config: LatchkeyConfig; latchkey?: undefined } | { latchkey: Latchkey; config?: undefined })

const noVariables: ThemeVariables = {}

/**
 * Provides the kit to the components below it. With `config` the kit lives as long as the provider, and later values of `config` have no
 * effect. Renders on a server. Fetches the modal's code when a visitor points at a button.
 *
 * @example
 * <LatchkeyProvider config={{ projectId, apiUrl, networks: [mainnet], metadata: { name: 'Token', url } }}>
 *   <ConnectButton />
 * </LatchkeyProvider>
 */
export function LatchkeyProvider({
  config,
  latchkey: given,
  children,
  theme,
  locale = 'en',
  messages,
  nonce,
}: LatchkeyProviderProps) {
  const [own] = useState(() => (config === undefined ? undefined : createLatchkey(config)))
  const latchkey = given ?? own
  if (latchkey === undefined) throw new Error('<LatchkeyProvider> needs `config` or `latchkey`')

  const [loader] = useState(() => createModalLoader({ importModal: () => import('../modal/modalEntry.ts') }))
  const snapshots = useMemo(() => serverSnapshots(latchkey), [latchkey])
  const [chosenMode, setMode] = useState<LatchkeyContextValue['mode']>()
  const givenMode = theme?.mode ?? 'system'
  const [lastGivenMode, setLastGivenMode] = useState(givenMode)
  if (givenMode !== lastGivenMode) {
    // A new value from the app replaces the choice of `setMode`.
    setLastGivenMode(givenMode)
    setMode(undefined)
  }
  const mode = chosenMode ?? givenMode
  const variables = theme?.variables ?? noVariables

  const used = useRef(0)
  useEffect(() => {
    used.current++
    latchkey.connection.reconnect().catch(() => {
      // The connection's state already has the failure.
    })
    return () => {
      used.current--
      // React's strict mode unmounts and mounts again at once. Only a real unmount destroys the kit.
      queueMicrotask(() => {
        if (used.current === 0 && own === latchkey) own.destroy()
      })
    }
  }, [latchkey, own])

  const language = useLanguage({ locale, messages })
  const value = useMemo<LatchkeyContextValue>(
    () => ({ latchkey, snapshots, loader, ...language, mode, setMode, variables, nonce }),
    [latchkey, snapshots, loader, language, mode, variables, nonce],
  )

  return (
    <LatchkeyContext.Provider value={value}>
      {children}
      <ModalHost />
    </LatchkeyContext.Provider>
  )
}
