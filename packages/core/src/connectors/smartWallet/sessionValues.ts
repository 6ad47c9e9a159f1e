import { type ChainId, parseChainId } from '@latchkey/protocol'
import type { ConnectorSession, WalletAccount } from '../Connector.ts'
import type { SmartWalletSession } from './createSessionStore.ts'

/** Returns the CAIP-2 ID of an EIP-155 chain ID. */
export function toChainId(number: number): ChainId {
  return `eip155:${number}`
}

/** Returns the EIP-155 chain ID of a CAIP-2 ID. */
export function toNumber(chainId: ChainId): number {
  return Number(parseChainId(chainId).reference)
}

/** Returns a chain ID in the form of EIP-695. */
export function toHexChain(number: number): string {
  return `0x${number.toString(16)}`
}

/** Converts an address of the wallet, which is a contract. */
export function toAccount(address: string): WalletAccount {
  return { namespace: 'eip155', address, type: 'smartAccount' }
}

/** Converts a stored connection to the connector's result. */
export function toConnectorSession({ accounts, chainId }: SmartWalletSession): ConnectorSession {
  const [first, ...others] = accounts
  return { accounts: [toAccount(first), ...others.map(toAccount)], chainId: toChainId(chainId) }
}
