import type { ChainNamespace } from '@latchkey/protocol'
import { useAccount } from '@latchkey/react'
import { useFamilyAddresses } from './useFamilyAddresses.ts'

/**
 * Returns the address whose data to show. `restoring` while the last visit's connection is being restored, so do not ask for one yet.
 *
 * @param namespace family of the account; the active account by default
 */
export function useAccountAddress(
  namespace?: ChainNamespace,
):
  | { status: 'connected'; address: string }
  | { status: 'restoring'; address: undefined }
  | { status: 'disconnected'; address: undefined } {
  const { status, address: inUse } = useAccount()
  const addresses = useFamilyAddresses()
  const address = namespace ? addresses[namespace] : inUse
  if (address !== undefined) return { status: 'connected', address }
  return status === 'reconnecting' ? { status: 'restoring', address } : { status: 'disconnected', address }
}
