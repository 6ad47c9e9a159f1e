import { useAccount } from '@latchkey/react'

/** Whose data to show. `restoring` while the connection of the last visit is being taken up: not yet a reason to ask for one. */
export function useAccountAddress():
  | { status: 'connected'; address: string }
  | { status: 'restoring'; address: undefined }
  | { status: 'disconnected'; address: undefined } {
  const { status, address } = useAccount()
  if (address !== undefined) return { status: 'connected', address }
  return status === 'reconnecting' ? { status: 'restoring', address } : { status: 'disconnected', address }
}
