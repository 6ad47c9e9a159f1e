import { useEffect, useState } from 'react'
import type { OpenedBy } from '../link/readLink.ts'
import { ConnectPage } from '../pages/ConnectPage.tsx'
import { HomePage } from '../pages/HomePage.tsx'
import { SessionPage } from '../pages/SessionPage.tsx'
import { ApprovalSheet } from '../sheets/ApprovalSheet.tsx'
import { ToastProvider } from '../ui/ToastProvider.tsx'
import { type Phone, PhoneContext, useWalletState } from '../wallet/PhoneContext.ts'
import { useNoteHeard } from '../wallet/useLastHeard.ts'
import { useRefusals } from '../wallet/useRefusals.ts'
import { Frame } from './Frame.tsx'
import { useScreen } from './screens.ts'

/** The whole phone: the open screen, and above it the pending approval. */
export function App({ phone, openedBy }: { phone: Phone; openedBy: OpenedBy }) {
  return (
    <PhoneContext value={phone}>
      <ToastProvider>
        <Screens openedBy={openedBy} />
      </ToastProvider>
    </PhoneContext>
  )
}

function Screens({ openedBy }: { openedBy: OpenedBy }) {
  const { screen, open, back } = useScreen()
  const { approvals } = useWalletState()
  const [link, setLink] = useState(openedBy)
  useNoteHeard()
  useRefusals()
  // A postponed approval is offered on the home screen. A newer one opens automatically.
  const [putOff, setPutOff] = useState<readonly number[]>([])
  const shown = approvals.find(({ id }) => !putOff.includes(id))
  const [decisions, setDecisions] = useState(0)
  const isConnecting = screen.name === 'connect'
  const shownKind = shown?.kind
  // The answer to a code has arrived, so close the screen that waited for it.
  useEffect(() => {
    if (isConnecting && (shownKind === 'connect' || shownKind === 'signIn')) back()
  }, [isConnecting, shownKind, back])

  return (
    <Frame>
      {screen.name === 'connect' ? (
        <ConnectPage link={link} onLinkUsed={() => setLink({ kind: 'plain' })} onBack={back} />
      ) : screen.name === 'session' ? (
        <SessionPage topic={screen.topic} onBack={back} />
      ) : (
        <HomePage
          putOff={shown === undefined ? approvals.length : 0}
          decisions={decisions}
          onReview={() => setPutOff([])}
          onConnect={() => open({ name: 'connect' })}
          onSession={(topic) => open({ name: 'session', topic })}
        />
      )}
      {shown !== undefined && (
        <ApprovalSheet
          approval={shown}
          waiting={approvals.filter(({ id }) => !putOff.includes(id)).length}
          onDecided={() => setDecisions((before) => before + 1)}
          onClose={() => setPutOff(approvals.map(({ id }) => id))}
        />
      )}
    </Frame>
  )
}
