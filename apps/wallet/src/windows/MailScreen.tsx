import { useLayoutEffect, useMemo } from 'preact/hooks'
import type { MessageTable } from '../messages/createTranslate.ts'
import { applyTheme } from '../ui/applyTheme.ts'
import { createScope, ScopeContext } from '../ui/Scope.ts'
import { DeviceLinkPage } from './DeviceLinkPage.tsx'
import { LoginLinkPage } from './LoginLinkPage.tsx'
import type { MailCalls } from './MailCalls.ts'
import { ReturnLinkPage } from './ReturnLinkPage.tsx'
import { RotationLinkPage } from './RotationLinkPage.tsx'
import { systemTheme } from './systemTheme.ts'
import { UndoLinkPage } from './UndoLinkPage.tsx'

export type MailScreenProps = {
  page: 'device' | 'login' | 'undo' | 'rotation' | 'return'
  calls: MailCalls
  token: string | null
  messages: MessageTable
  /** BCP 47: the language of `messages`. */
  language: string
}

/** The whole screen of a page behind a link in an email. */
export function MailScreen({ page, calls, token, messages, language }: MailScreenProps) {
  const scope = useMemo(() => createScope({ messages, language }), [messages, language])
  useLayoutEffect(() => applyTheme({ root: document.documentElement, theme: systemTheme(), language }), [language])
  return (
    <ScopeContext.Provider value={scope}>
      {page === 'device' && <DeviceLinkPage calls={calls} token={token} />}
      {page === 'login' && <LoginLinkPage calls={calls} token={token} />}
      {page === 'return' && <ReturnLinkPage calls={calls} token={token} />}
      {page === 'rotation' && <RotationLinkPage calls={calls} token={token} />}
      {page === 'undo' && <UndoLinkPage calls={calls} token={token} />}
    </ScopeContext.Provider>
  )
}
