/** Payload of a Solana request, from an approved description. */
export type SolanaPayload =
  /** `message`: the bytes, base64. */
  | { kind: 'solanaMessage'; account: string; message: string }
  /** `transactions`: serialized with their empty or foreign signatures (wire format), base64, in the order of the request. */
  | { kind: 'solanaTransactions'; account: string; transactions: readonly string[]; send: boolean }

/** Payload of a Bitcoin request. */
export type BitcoinPayload =
  | { kind: 'bitcoinMessage'; account: string; message: string; protocol: 'bip322' | 'ecdsa' }
  /** `psbt`: BIP-174, base64; `inputs`: the inputs to sign, with the address of each key. */
  | {
      kind: 'bitcoinPsbt'
      account: string
      psbt: string
      inputs: readonly { index: number; address: string; sighash: number }[]
      broadcast: boolean
    }

/** Payload on networks outside of EVM. */
export type FamilyPayload = SolanaPayload | BitcoinPayload
