import type { RequestLine } from './describeRequest.ts'

const names: Readonly<Record<string, string>> = {
  solana: 'Solana',
  'solana:mainnet': 'Solana',
  'solana:devnet': 'Solana Devnet',
  'solana:testnet': 'Solana Testnet',
  'solana:localnet': 'Local Solana',
  'bitcoin:mainnet': 'Bitcoin',
  'bitcoin:testnet': 'Bitcoin Testnet',
  'bitcoin:regtest': 'Local Bitcoin',
}

/** The readable name of a network, from its name in the Wallet Standard. Unknown networks keep that name. */
export function nameNetwork(chain: string): string {
  return names[chain] ?? chain
}

/** The line for unreadable data. */
export const unreadableLine: RequestLine = { label: 'Content', value: 'unreadable' }

/** A message for the owner: its text, or hexadecimal if it is not text. */
export function readableText(message: Uint8Array | string | undefined): string {
  if (message === undefined || typeof message === 'string') return message ?? ''
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(message)
  } catch {
    return `0x${[...message].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  }
}
