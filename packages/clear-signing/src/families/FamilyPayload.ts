/** What is signed of a request of a Solana wallet, read out of a description that was approved. */
export type SolanaPayload =
  /** `message`: the bytes, base64. */
  | { kind: 'solanaMessage'; account: string; message: string }
  /** `transactions`: serialized with their empty or foreign signatures (wire format), base64, in the order in which they were asked for. */
  | { kind: 'solanaTransactions'; account: string; transactions: readonly string[]; send: boolean }

/** What is signed of a request of a Bitcoin wallet. */
export type BitcoinPayload =
  | { kind: 'bitcoinMessage'; account: string; message: string; protocol: 'bip322' | 'ecdsa' }
  /** `psbt`: BIP-174, base64; `inputs`: those that are signed, and with the key of which address. */
  | {
      kind: 'bitcoinPsbt'
      account: string
      psbt: string
      inputs: readonly { index: number; address: string; sighash: number }[]
      broadcast: boolean
    }

/** What is signed on networks that are not Ethereum-type. */
export type FamilyPayload = SolanaPayload | BitcoinPayload
