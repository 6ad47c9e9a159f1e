import type { ChainNamespace } from '@latchkey/protocol'
import { useAccount } from '@latchkey/react'
import { useFamilyAddresses } from './useFamilyAddresses.ts'

/**
 * Whose data to show. `restoring` while the connection of the last visit is being taken up: not yet a reason to ask for one.
 *
 * @param namespace the family whose account is meant; the account in use when left out
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
