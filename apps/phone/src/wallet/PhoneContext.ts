import type { PairedWallet, PairedWalletState } from '@latchkey/testkit'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { PhoneConfig } from '../config/PhoneConfig.ts'

/** What every part of the screen has. */
export type Phone = {
  wallet: PairedWallet
  config: PhoneConfig
  /** Keeps what the screen alone knows: the chosen network, when sites were heard of. */
  memory: Pick<Storage, 'getItem' | 'setItem'>
}

/** Holds the phone; see {@link usePhone}. */
export const PhoneContext = createContext<Phone | undefined>(undefined)

/** The phone around this component. */
export function usePhone(): Phone {
  const phone = useContext(PhoneContext)
  if (!phone) throw new Error('There is no phone around this component')
  return phone
}

/** What is to be seen of the wallet, followed. */
export function useWalletState(): PairedWalletState {
  const { wallet } = usePhone()
  return useSyncExternalStore(wallet.subscribe, wallet.getState)
}
