import type { ConnectionFeature, PreferredAccountType } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useAccount } from './useAccount.ts'

export type UseSmartAccountReturnType = {
  /** Whether the active wallet has a smart account on the active network. */
  isAvailable: boolean
  /** Whether the smart account is the active account. */
  isInUse: boolean
  /** Address of the smart account; undefined on a network without one. */
  smartAddress: string | undefined
  /** Address of the EOA that owns it. */
  ownerAddress: string | undefined
  /** False until the first operation deploys the contract. Undefined if the wallet does not report it. */
  isDeployed: boolean | undefined
  /** Account type that the visitor prefers on networks with both. */
  preferredAccountType: PreferredAccountType | undefined
  /** @throws LatchkeyError `no_active_account`, `smart_account_unavailable` */
  setPreferredAccountType: ConnectionFeature['setPreferredAccountType']
  /** Returns the networks on which the wallet has a smart account. @throws LatchkeyError the errors of the wallet */
  listSmartNetworks: ConnectionFeature['listSmartNetworks']
}

/**
 * Returns the smart account of the active wallet, and its EOA.
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
