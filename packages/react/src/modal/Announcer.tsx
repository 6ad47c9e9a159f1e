import { shortenAddress } from '@latchkey/protocol'
import { useEffect, useRef, useState } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { useReadable } from '../store/useReadable.ts'

/** Says aloud what becomes of the connection. It stands inside the dialog while that is open, because all else is inert. */
export function Announcer() {
  const { latchkey, t } = useModalScope()
  const connection = useReadable(latchkey.connection)
  const [text, setText] = useState('')
  const last = useRef(connection)
  useEffect(() => {
    const before = last.current
    last.current = connection
    if (connection.asking && connection.asking !== before.asking) {
      setText(t('live.connecting', { wallet: connection.asking.name }))
    } else if (
      connection.status === 'connected' &&
      (before.status !== 'connected' || connection.account.address !== before.account.address)
    ) {
      setText(t('live.connected', { address: shortenAddress(connection.account.address) }))
    }
    if (connection.status === 'disconnected' && before.status === 'connected') setText(t('live.disconnected'))
  }, [connection, t])
  return (
    <div className="sr" role="status">
      {text}
    </div>
  )
}
