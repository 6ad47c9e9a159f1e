/** A transaction that its wallet signed and that is sent by the kit: the same bytes may be sent again and again, and are one payment. */
export type SignedTransaction = {
  /** What it is known by: the first signature in base58 (Solana), the txid (Bitcoin). It follows from the bytes. */
  hash: string
  /** The signed bytes: base64 (Solana), hexadecimal (Bitcoin). */
  raw: string
  /** Solana: the last block height at which it can still come into a block. */
  validUntil?: number | undefined
  /**
   * What the family has to know of it besides, JSON text of its own. Bitcoin: the coins and what goes where, from which another in its place
   * is built. Solana: the slot that it was written in.
   */
  plan?: string | undefined
}

/** What nodes say of a signed transaction. */
export type SignedStatus =
  /** No node knows it. */
  | { type: 'unknown' }
  /** Nodes have it, and no block. */
  | { type: 'pending' }
  /** `block`: slot (Solana), height (Bitcoin). `final`: it will stay. */
  | { type: 'confirmed'; block: number; final: boolean }
  /** It is in a block, and did nothing but cost its fee. */
  | { type: 'failed'; block: number; final: boolean; details: string | undefined }
  /** Another transaction has what it wanted to spend. */
  | { type: 'replaced'; hash: string; final: boolean }

/** How signed transactions of one network are sent and followed; one of a family's ports. */
export type SignedChain = {
  /**
   * Hands the bytes to the network. Doing so again changes nothing.
   * @throws ServiceError `simulation_failed` when a node refused them in so many words; whatever else it throws leaves open whether they
   * arrived
   */
  broadcast: (signed: SignedTransaction) => Promise<void>
  status: (signed: SignedTransaction) => Promise<SignedStatus>
  /** Whether it can never come into a block any more, as the settled part of the chain says. Always false where nothing expires. */
  isExpired: (signed: SignedTransaction) => Promise<boolean>
  /**
   * Has another signed in the place of one that waits, with the same coins at a higher fee (BIP-125): the same payment, or all of it back
   * to the account. Left out where nothing can be replaced.
   * @param options.sign asks the wallet to sign a PSBT (base64) and answers with the signed one
   * @throws ServiceError `transaction_done`, `replacement_unsupported`, `insufficient_gas`, `send_failed` when something else was signed
   */
  replace?: (options: {
    signed: SignedTransaction
    kind: 'speedUp' | 'cancel'
    /** Satoshi for 1,000 virtual bytes; what nodes demand of a replacement where that is more, or none is given. */
    feeRate: bigint | undefined
    sign: (options: { psbt: string; inputs: readonly { index: number; address: string }[] }) => Promise<string>
  }) => Promise<{ signed: SignedTransaction; networkCostText: string; feeRate: bigint; vsize: number }>
}
