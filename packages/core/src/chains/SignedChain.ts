/** A transaction that the wallet signed and the kit submits. The same bytes may be submitted repeatedly and remain one payment. */
export type SignedTransaction = {
  /** Its ID, which follows from the bytes: the first signature in base58 (Solana), or the txid (Bitcoin). */
  hash: string
  /** The signed bytes: base64 (Solana), hexadecimal (Bitcoin). */
  raw: string
  /** Solana: the last block height at which it can be mined. */
  validUntil?: number | undefined
  /**
   * Additional data of the family as JSON text. Bitcoin: coins and outputs, from which a replacement is built. Solana: the slot in which it
   * was created.
   */
  plan?: string | undefined
}

/** Status of a signed transaction according to nodes. */
export type SignedStatus =
  /** No node knows it. */
  | { type: 'unknown' }
  /** Nodes have it, but it is not in a block. */
  | { type: 'pending' }
  /** `block`: slot (Solana), height (Bitcoin). `final`: it can no longer be reversed. */
  | { type: 'confirmed'; block: number; final: boolean }
  /** It is in a block, but failed and only cost its fee. */
  | { type: 'failed'; block: number; final: boolean; details: string | undefined }
  /** Another transaction spent its inputs. */
  | { type: 'replaced'; hash: string; final: boolean }

/** Submits and follows signed transactions of one network. */
export type SignedChain = {
  /**
   * Submits the bytes. Repeating it is safe.
   * @throws ServiceError `simulation_failed` if a node explicitly refused them; after other errors, they may have arrived
   */
  broadcast: (signed: SignedTransaction) => Promise<void>
  status: (signed: SignedTransaction) => Promise<SignedStatus>
  /** Whether it can never be mined, according to the final part of the chain. Always false if transactions do not expire. */
  isExpired: (signed: SignedTransaction) => Promise<boolean>
  /**
   * Replaces a pending transaction by one with the same coins at a higher fee (BIP-125): either the same payment, or a cancellation that
   * returns the coins. Missing if transactions cannot be replaced.
   * @param options.sign asks the wallet to sign a PSBT (base64) and returns the signed one
   * @throws ServiceError `transaction_done`, `replacement_unsupported`, `insufficient_gas`, `send_failed` if another transaction was signed
   */
  replace?: (options: {
    signed: SignedTransaction
    kind: 'speedUp' | 'cancel'
    /** Satoshis per 1,000 virtual bytes. Raised to the minimum that nodes require for a replacement, which is also the default. */
    feeRate: bigint | undefined
    sign: (options: { psbt: string; inputs: readonly { index: number; address: string }[] }) => Promise<string>
  }) => Promise<{ signed: SignedTransaction; networkCostText: string; feeRate: bigint; vsize: number }>
}
