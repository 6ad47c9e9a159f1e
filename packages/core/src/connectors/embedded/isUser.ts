import { isEvmAddress } from '@latchkey/protocol'
import { isRecord } from '../isRecord.ts'
import type { EmbeddedUser } from './EmbeddedWallet.ts'

/**
 * Whether a value is a visitor of the wallet, so that nothing is shown or signed for an invalid address. Apps without EVM networks get
 * addresses of other families, which the family's connector checks.
 */
export function isUser(value: unknown): value is EmbeddedUser {
  return (
    isRecord(value) &&
    value.chainId !== undefined &&
    (isEvmAddress(value.address) || /^(solana|bip122):/.test(String(value.chainId))) &&
    Array.isArray(value.accounts) &&
    (typeof value.email === 'string' || !value.email)
  )
}
