import { useLayoutEffect, useMemo } from 'preact/hooks'
import type { MessageTable } from '../messages/createTranslate.ts'
import { applyTheme } from '../ui/applyTheme.ts'
import { createScope, ScopeContext } from '../ui/Scope.ts'
import type { WatchSeen } from '../ui/watchVisible.ts'
import { systemTheme } from '../windows/systemTheme.ts'
import type { PopupLogin } from './createPopupLogin.ts'
import { PopupDonePage } from './PopupDonePage.tsx'
import { PopupLoginPage } from './PopupLoginPage.tsx'
import type { PopupEnding } from './readPopupFragment.ts'

export type PopupScreenProps = {
  /** `/popup/oauth`: on the way to the provider; `/popup/done`: on the way back, null without an ending in the URL. */
  page: { name: 'oauth'; login: PopupLogin } | { name: 'done'; ending: PopupEnding | null; close: () => void }
  messages: MessageTable
  /** BCP 47: the language of `messages`. */
  language: string
  /** Detects whether the window is in front; tests replace it. */
  watch?: () => WatchSeen
}

/** The whole screen of a provider login's window. */
export function PopupScreen({ page, messages, language, watch }: PopupScreenProps) {
  const scope = useMemo(() => createScope({ messages, language }), [messages, language])
  useLayoutEffect(() => applyTheme({ root: document.documentElement, theme: systemTheme(), language }), [language])
  return (
    <ScopeContext.Provider value={scope}>
      {page.name === 'oauth' ? <PopupLoginPage login={page.login} watch={watch} /> : <PopupDonePage {...page} />}
    </ScopeContext.Provider>
  )
}
