import { decodeBase58, isSolanaAddress } from '@latchkey/protocol'
import { toHex } from '../walletStandard/readBytes.ts'
import type { ReadAccount } from '../walletStandard/readStandardWallet.ts'

/** Reads a Solana account. The address is its key of 32 bytes in base58; a different public key is refused. */
export const readSolanaAccount: ReadAccount = ({ address, publicKey }) => {
  const key = isSolanaAddress(address) ? decodeBase58(address) : undefined
  if (key?.length !== 32) return undefined
  const hex = toHex(key)
  if (publicKey && publicKey.length > 0 && toHex(publicKey) !== hex) return undefined
  return { namespace: 'solana', address, type: 'eoa', publicKey: hex }
}
