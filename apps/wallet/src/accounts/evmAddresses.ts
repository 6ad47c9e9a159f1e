import { isEvmAddress } from '@latchkey/protocol'
import type { WalletView } from '../wallet/walletReducer.ts'

/** The wallet's ordinary addresses of Ethereum type, its own first. */
export function evmAddresses({ address, accounts }: Pick<WalletView, 'address' | 'accounts'>): string[] {
  const others = accounts.filter((one) => one.namespace === 'eip155' && isEvmAddress(one.address))
  return [...new Set([address, ...others.map((one) => one.address)])]
}
