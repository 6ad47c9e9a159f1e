import type { PairedWallet, PairedWalletState } from '@latchkey/testkit'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { PhoneConfig } from '../config/PhoneConfig.ts'

/** Values that all parts of the screen share. */
export type Phone = {
  wallet: PairedWallet
  config: PhoneConfig
  /** Storage for data of the screen: the selected network, and times of requests. */
  memory: Pick<Storage, 'getItem' | 'setItem'>
}

/** Provides the phone; see {@link usePhone}. */
export const PhoneContext = createContext<Phone | undefined>(undefined)

/** Returns the phone. */
export function usePhone(): Phone {
  const phone = useContext(PhoneContext)
  if (!phone) throw new Error('There is no phone around this component')
  return phone
}

/** Returns the current state of the wallet. */
export function useWalletState(): PairedWalletState {
  const { wallet } = usePhone()
  return useSyncExternalStore(wallet.subscribe, wallet.getState)
}
