import { type ChainId, parseChainId } from '@latchkey/protocol'
import type { ConnectorSession, WalletAccount } from '../Connector.ts'
import type { SmartWalletSession } from './createSessionStore.ts'

/** CAIP-2 of an EIP-155 number. */
export function toChainId(number: number): ChainId {
  return `eip155:${number}`
}

/** The EIP-155 number of a CAIP-2 id. */
export function toNumber(chainId: ChainId): number {
  return Number(parseChainId(chainId).reference)
}

/** The number of a chain as EIP-695 writes it. */
export function toHexChain(number: number): string {
  return `0x${number.toString(16)}`
}

/** An address of the wallet, which is a contract's. */
export function toAccount(address: string): WalletAccount {
  return { namespace: 'eip155', address, type: 'smartAccount' }
}

/** A session as the connection knows it. */
export function toConnectorSession({ accounts, chainId }: SmartWalletSession): ConnectorSession {
  const [first, ...others] = accounts
  return { accounts: [toAccount(first), ...others.map(toAccount)], chainId: toChainId(chainId) }
}
