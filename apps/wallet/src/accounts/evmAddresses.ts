import { isEvmAddress } from '@latchkey/protocol'
import type { WalletView } from '../wallet/walletReducer.ts'

/** Returns the EVM addresses of the wallet's EOAs, its main one first. */
export function evmAddresses({ address, accounts }: Pick<WalletView, 'address' | 'accounts'>): string[] {
  const others = accounts.filter((one) => one.namespace === 'eip155' && isEvmAddress(one.address))
  return [...new Set([address, ...others.map((one) => one.address)])]
}
