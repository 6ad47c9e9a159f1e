import type { ChainId } from '@latchkey/protocol'
import type { Bytes } from '@latchkey/vault'
import type { FamilySigned, PayloadOf } from '../families/FamilySigned.ts'
import type { RunCalls } from './runInWorker.ts'

/** Signs with one private key in a separate worker. It gets only the keys that one call needs, never the seed, and ends afterwards. */
export type SolanaSignerCalls = {
  /**
   * @throws LatchkeyError `malformed_request` for a message that is a transaction, or a transaction that the account does not sign
   */
  sign: (options: { payload: PayloadOf<'solana'>; privateKey: Bytes }) => Promise<FamilySigned>
}

/** As {@link SolanaSignerCalls}, for Bitcoin. */
export type BitcoinSignerCalls = {
  /** @throws LatchkeyError `malformed_request` if an input or the key is not of the address */
  sign: (options: {
    payload: PayloadOf<'bitcoin'>
    keys: readonly { address: string; privateKey: Bytes }[]
    chainId: ChainId
  }) => Promise<FamilySigned>
}

/** The only call of each signer. */
export const signerCallNames = ['sign'] as const

/** Runs a function with a signer, and ends its worker afterwards. */
export type RunSigners = { solana: RunCalls<SolanaSignerCalls>; bitcoin: RunCalls<BitcoinSignerCalls> }
