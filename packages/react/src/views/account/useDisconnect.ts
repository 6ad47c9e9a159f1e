import { LatchkeyError } from '@latchkey/protocol'
import { useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useReadable } from '../../store/useReadable.ts'

/**
 * Disconnects the wallet in use, and shows a toast if the wallet reports an error. Other connections stay. An embedded wallet without
 * protection needs a second call: after the first one, `isAsking` is true and the view explains the risk.
 */
export function useDisconnect(): { isLeaving: boolean; isAsking: boolean; leave: () => void } {
  const { latchkey } = useModalScope()
  const { account, disconnect } = useAccount()
  const { isProtected } = useReadable(latchkey.email)
  const [isLeaving, setLeaving] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const isAtRisk = account?.connector.type === 'embedded' && isProtected === false
  const isAsking = isAtRisk && isAsked
  async function leave(): Promise<void> {
    setLeaving(true)
    try {
      await disconnect(account && { connectorId: account.connector.id })
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      latchkey.modal.toast({ kind: 'error', message: error.message, code: error.code })
    } finally {
      setLeaving(false)
    }
  }
  return { isLeaving, isAsking, leave: () => (isAtRisk && !isAsking ? setAsked(true) : void leave()) }
}
