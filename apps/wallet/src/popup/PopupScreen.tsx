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

/** What {@link PopupScreen} takes. */
export type PopupScreenProps = {
  /** `/popup/oauth`: on the way to the provider; `/popup/done`: back from there, null where the address says nothing. */
  page: { name: 'oauth'; login: PopupLogin } | { name: 'done'; ending: PopupEnding | null; close: () => void }
  messages: MessageTable
  /** BCP 47: the language of `messages`. */
  language: string
  /** How the window knows that it is in front; another one in tests. */
  watch?: () => WatchSeen
}

/** The whole screen of the window of a login with a provider. */
export function PopupScreen({ page, messages, language, watch }: PopupScreenProps) {
  const scope = useMemo(() => createScope({ messages, language }), [messages, language])
  useLayoutEffect(() => applyTheme({ root: document.documentElement, theme: systemTheme(), language }), [language])
  return (
    <ScopeContext.Provider value={scope}>
      {page.name === 'oauth' ? <PopupLoginPage login={page.login} watch={watch} /> : <PopupDonePage {...page} />}
    </ScopeContext.Provider>
  )
}
