import { LatchkeyError } from '@latchkey/protocol'
import { useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useReadable } from '../../store/useReadable.ts'

/**
 * Leaves the wallet in use, and says so when the wallet could not be told. Other connections stay. An embedded wallet that is not protected
 * is left with the second call: after the first one `isAsking`, and the view says what is at stake.
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
