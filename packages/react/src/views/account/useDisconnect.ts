import { LatchkeyError } from '@latchkey/protocol'
import { useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useConnections } from '../../hooks/useConnections.ts'
import { useReadable } from '../../store/useReadable.ts'

/**
 * Disconnects the wallet in use from all its network families, and shows a toast if the wallet reports an error. Other wallets stay. An
 * embedded wallet without protection needs a second call: after the first one, `isAsking` is true and the view explains the risk.
 */
export function useDisconnect(): { isLeaving: boolean; isAsking: boolean; leave: () => void } {
  const { latchkey } = useModalScope()
  const { account } = useAccount()
  const { connections, disconnect } = useConnections()
  const { isProtected } = useReadable(latchkey.email)
  const [isLeaving, setLeaving] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const isAtRisk = account?.connector.type === 'embedded' && isProtected === false
  const isAsking = isAtRisk && isAsked
  // The embedded wallet always signs out of all families.
  const others = connections
    .map(({ account: { connector } }) => connector)
    .filter(
      ({ id, name, type }) => type !== 'embedded' && name === account?.connector.name && id !== account.connector.id,
    )
    .map(({ id }) => id)
  async function leave(): Promise<void> {
    setLeaving(true)
    try {
      // The one in use last: the page then never switches to another family of the same wallet on the way.
      await Promise.all([...others, account?.connector.id].map((connectorId) => disconnect({ connectorId })))
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      latchkey.modal.toast({ kind: 'error', message: error.message, code: error.code })
    } finally {
      setLeaving(false)
    }
  }
  return { isLeaving, isAsking, leave: () => (isAtRisk && !isAsking ? setAsked(true) : void leave()) }
}
