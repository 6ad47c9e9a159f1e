import { decodeBase58, encodeBase58, LatchkeyError } from '@latchkey/protocol'
import type { SolanaProvider } from '../../Connector.ts'
import { readMember } from '../../walletStandard/readStandardWallet.ts'
import type { PairedAsk } from './createPairedAsk.ts'
import { readBytesText, toBase64 } from './encoding.ts'
import { putSignature } from './putSignature.ts'

/**
 * Creates a Solana provider over WalletConnect. Parameters are one object; transactions are base64, and messages and signatures are base58.
 * It tolerates wallets that answer in the other encoding. If a wallet returns only the signature, it is put into the transaction. Source:
 * WalletConnect's Solana RPC reference.
 *
 * @throws LatchkeyError as `PairedAsk`; `wallet_failed` for an answer without a signature
 */
export function createPairedSolanaProvider({ ask }: { ask: PairedAsk }): SolanaProvider {
  return {
    signMessage: async ({ address, message }) => {
      const answer = await ask({
        ...{ method: 'solana_signMessage', address },
        params: { message: encodeBase58(message), pubkey: address },
      })
      return { signature: readSignature(readMember(answer, 'signature') ?? answer) }
    },
    signTransaction: async ({ address, transaction, chainId }) => {
      const answer = await ask({
        ...{ method: 'solana_signTransaction', address, chainId },
        params: { transaction: toBase64(transaction), pubkey: address },
      })
      const signed = readMember(answer, 'transaction')
      if (signed !== undefined && signed !== null)
        return readBytesText(signed, ({ length }) => length > 64) ?? fail('transaction')
      const signature = readSignature(readMember(answer, 'signature') ?? answer)
      return putSignature({ transaction, signer: decodeBase58(address) ?? fail('address'), signature })
    },
    signAndSendTransaction: async ({ address, transaction, chainId }) => {
      const answer = await ask({
        ...{ method: 'solana_signAndSendTransaction', address, chainId },
        params: { transaction: toBase64(transaction), pubkey: address },
      })
      return { signature: encodeBase58(readSignature(readMember(answer, 'signature') ?? answer)) }
    },
  }
}

/** Reads a signature of 64 bytes in any encoding. */
function readSignature(value: unknown): Uint8Array {
  return readBytesText(value, ({ length }) => length === 64) ?? fail('signature')
}

function fail(details: string): never {
  throw new LatchkeyError('wallet_failed', { details: `The wallet returned no ${details}` })
}
