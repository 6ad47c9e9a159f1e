import { createBitcoinSigner } from '../bitcoin/createBitcoinSigner.ts'
import { createSolanaSigner } from '../solana/createSolanaSigner.ts'
import type { RunSigners } from '../worker/SignerCalls.ts'

/** The signers of both families, without a worker around them. */
export const testSigners: RunSigners = {
  solana: (use) => use(createSolanaSigner()),
  bitcoin: (use) => use(createBitcoinSigner()),
}
