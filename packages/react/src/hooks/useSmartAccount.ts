import type { ConnectionFeature, PreferredAccountType } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useAccount } from './useAccount.ts'

/** What {@link useSmartAccount} answers. */
export type UseSmartAccountReturnType = {
  /** Whether the wallet in use has a smart account on the network in use. */
  isAvailable: boolean
  /** Whether it is the account in use. */
  isInUse: boolean
  /** Of the smart account; undefined where there is none here. */
  smartAddress: string | undefined
  /** Of the plain account, which owns it. */
  ownerAddress: string | undefined
  /** False: its contract comes onto the network with its first operation. Undefined where nobody says. */
  isDeployed: boolean | undefined
  /** What the visitor prefers where a network has both. */
  preferredAccountType: PreferredAccountType | undefined
  /** @throws LatchkeyError `no_active_account`, `smart_account_unavailable` */
  setPreferredAccountType: ConnectionFeature['setPreferredAccountType']
  /** The networks on which the wallet has a smart account. @throws LatchkeyError what the wallet answers */
  listSmartNetworks: ConnectionFeature['listSmartNetworks']
}

/**
 * The smart account of the wallet in use, beside the plain one.
 *
 * @example const { isAvailable, isInUse, setPreferredAccountType } = useSmartAccount()
 */
export function useSmartAccount(): UseSmartAccountReturnType {
  const { latchkey } = useLatchkeyContext()
  const { account } = useAccount()
  return useMemo(() => {
    const { setPreferredAccountType, listSmartNetworks } = latchkey.connection
    const addressOf = (type: PreferredAccountType) => account?.allAccounts.find((known) => known.type === type)?.address
    const smartAddress = addressOf('smartAccount')
    return {
      isAvailable: smartAddress !== undefined,
      isInUse: account?.type === 'smartAccount',
      smartAddress,
      ownerAddress: addressOf('eoa'),
      isDeployed: account?.smartAccountDeployed,
      preferredAccountType: account?.preferredAccountType,
      setPreferredAccountType,
      listSmartNetworks,
    }
  }, [account, latchkey])
}
