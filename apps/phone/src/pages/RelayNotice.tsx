import type { PairedWalletState } from '@latchkey/testkit'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { relayStatusOf } from './RelayStatusText.tsx'

/** Explains a relay that cannot be used, and the next step. Empty without a problem. */
export function RelayNotice({ relays }: { relays: PairedWalletState['relays'] }) {
  const status = relayStatusOf(relays)
  if (status !== 'waiting' && status !== 'refused') return null
  const retry = (
    <Button kind="secondary" size="small" onClick={() => location.reload()}>
      {status === 'waiting' ? 'Try now' : 'Reload'}
    </Button>
  )
  return status === 'waiting' ? (
    <Note tone="warn" action={retry}>
      The relay cannot be reached. The phone keeps trying. Messages already sent are not lost.
    </Note>
  ) : (
    <Note tone="loss" action={retry}>
      The relay refuses this phone: its project ID or this page’s address is not on the relay’s list.
    </Note>
  )
}
