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

/** A network's name by the one that the Wallet Standard has for it; one that it does not know names itself. */
export function nameNetwork(chain: string): string {
  return names[chain] ?? chain
}

/** What stands for something that cannot be read. */
export const unreadableLine: RequestLine = { label: 'Content', value: 'unreadable' }

/** A message for the owner's eyes: its text, or in hexadecimal what is no text. */
export function readableText(message: Uint8Array | string | undefined): string {
  if (message === undefined || typeof message === 'string') return message ?? ''
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(message)
  } catch {
    return `0x${[...message].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  }
}
