import { ServiceError } from '@latchkey/protocol/errors'
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import type { WindowPage } from '../cards/Card.ts'
import type { MessageTable } from '../messages/createTranslate.ts'
import { windowPageEn } from '../messages/windowPageEn.ts'
import { applyTheme } from '../ui/applyTheme.ts'
import { createScope, ScopeContext, useScope } from '../ui/Scope.ts'
import { ApprovePage } from './ApprovePage.tsx'
import type { PasswordMeter } from './createPasswordMeter.ts'
import { ExportPage } from './ExportPage.tsx'
import { Outcome } from './Outcome.tsx'
import { ProtectPage } from './ProtectPage.tsx'
import { RecoverPage } from './RecoverPage.tsx'
import { SecurityPage } from './SecurityPage.tsx'
import { systemTheme } from './systemTheme.ts'
import { UnlockPage } from './UnlockPage.tsx'
import type { WindowCalls, WindowState } from './WindowCalls.ts'
import { WindowLayout } from './WindowLayout.tsx'

export type WindowScreenProps = {
  page: WindowPage
  /** Finds the frame that opened the window; null: none did. */
  connect: (page: WindowPage) => Promise<WindowCalls | null>
  /** Loads the texts of a language, and returns the language that was found. */
  loadMessages: (language: string) => Promise<{ language: string; messages: MessageTable }>
  loadMeter: () => Promise<PasswordMeter>
}

type Connection =
  | { status: 'connecting' | 'alone' }
  | {
      status: 'connected'
      page: WindowPage
      calls: WindowCalls
      state: WindowState
      language: string
      messages: MessageTable
    }

/** The whole screen of a window. It shows only one sentence until a frame of the wallet answers. */
export function WindowScreen({ page: firstPage, connect, loadMessages, loadMeter }: WindowScreenProps) {
  const [page, setPage] = useState(firstPage)
  const [connection, setConnection] = useState<Connection>({ status: 'connecting' })
  useEffect(() => {
    let gone = false
    const start = async (): Promise<Connection> => {
      const calls = await connect(page)
      if (calls === null) return { status: 'alone' }
      const state = await calls.describe()
      return { status: 'connected', page, calls, state, ...(await loadMessages(state.language)) }
    }
    start().then(
      (next) => !gone && setConnection(next),
      (error) => {
        if (!(error instanceof ServiceError)) throw error
        if (!gone) setConnection({ status: 'alone' })
      },
    )
    return () => {
      gone = true
    }
  }, [page, connect, loadMessages])
  const connected = connection.status === 'connected' ? connection : null
  const messages = connected?.messages ?? windowPageEn
  const language = connected?.language ?? 'en'
  const theme = connected?.state.theme
  const scope = useMemo(() => createScope({ messages, language }), [messages, language])
  useLayoutEffect(() => {
    applyTheme({ root: document.documentElement, theme: theme ?? systemTheme(), language })
  }, [theme, language])
  return (
    <ScopeContext.Provider value={scope}>
      {connected === null ? (
        <Waiting isAlone={connection.status === 'alone'} />
      ) : (
        <Page
          page={connected.page}
          loadMeter={loadMeter}
          calls={connected.calls}
          state={connected.state}
          onExport={() => {
            // Not reloaded: this page is here, and the server may not be.
            window.history.replaceState(null, '', '/w/export')
            setPage('export')
          }}
        />
      )}
    </ScopeContext.Provider>
  )
}

function Waiting({ isAlone }: { isAlone: boolean }) {
  const { t } = useScope()
  if (isAlone) return <Outcome tone="plain" title={t('window.alone.title')} text={t('window.alone.text')} />
  return <WindowLayout title={t('window.connecting')} />
}

type PageProps = {
  page: WindowPage
  calls: WindowCalls
  state: WindowState
  loadMeter: () => Promise<PasswordMeter>
  onExport: () => void
}

function Page({ page, calls, state, loadMeter, onExport }: PageProps) {
  switch (page) {
    case 'approve':
      return <ApprovePage calls={calls} state={state} />
    case 'unlock':
      return <UnlockPage calls={calls} state={state} />
    case 'recover':
      return <RecoverPage calls={calls} state={state} />
    case 'protect':
      return <ProtectPage calls={calls} state={state} />
    case 'security':
      return <SecurityPage calls={calls} state={state} loadMeter={loadMeter} onExport={onExport} />
    case 'export':
      return <ExportPage calls={calls} state={state} loadMeter={loadMeter} />
  }
}
