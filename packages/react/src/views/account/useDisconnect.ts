import { LatchkeyError } from '@latchkey/protocol'
import { useState } from 'react'
import { useAccount } from '../../hooks/useAccount.ts'
import { useModalScope } from '../../modal/ModalScope.tsx'

/** Ends the connection, and says so when the wallet could not be told. */
export function useDisconnect(): { isLeaving: boolean; leave: () => void } {
  const { latchkey } = useModalScope()
  const { disconnect } = useAccount()
  const [isLeaving, setLeaving] = useState(false)
  async function leave(): Promise<void> {
    setLeaving(true)
    try {
      await disconnect()
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      latchkey.modal.toast({ kind: 'error', message: error.message, code: error.code })
    } finally {
      setLeaving(false)
    }
  }
  return { isLeaving, leave: () => void leave() }
}
