import { Button } from '../ui/Button.tsx'
import { Sheet } from '../ui/Sheet.tsx'

/** Asks for a confirmation before a connection ends. */
export function DisconnectSheet({
  host,
  onDisconnect,
  onClose,
}: {
  host: string
  onDisconnect: () => void
  onClose: () => void
}) {
  const foot = (
    <>
      <Button kind="primary" size="large" onClick={onDisconnect}>
        Disconnect
      </Button>
      <Button kind="secondary" size="large" onClick={onClose}>
        Stay connected
      </Button>
    </>
  )
  return (
    <Sheet title="Disconnect?" onClose={onClose} foot={foot}>
      <p>
        <b translate="no">{host}</b> will no longer see your account or ask you for anything. Your signatures stay
        valid.
      </p>
    </Sheet>
  )
}
