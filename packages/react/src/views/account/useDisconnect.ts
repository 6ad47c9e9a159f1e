import { LatchkeyError } from '@latchkey/protocol'
import { useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'

/** Leaves the wallet in use, and says so when the wallet could not be told. Other connections stay. */
export function useDisconnect(): { isLeaving: boolean; leave: () => void } {
  const { latchkey } = useModalScope()
  const { account, disconnect } = useAccount()
  const [isLeaving, setLeaving] = useState(false)
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
  return { isLeaving, leave: () => void leave() }
}
