import { shortenAddress } from '@latchkey/protocol'
import { useEffect, useRef, useState } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { useReadable } from '../store/useReadable.ts'

/** Announces the state of the connection to screen readers. Part of the dialog while it is open, because the rest of the page is inert. */
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
