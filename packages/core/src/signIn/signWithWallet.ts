import { encodeBase58, LatchkeyError, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { bytesToHex } from '@noble/hashes/utils'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { SiwxSubject } from '../siwx/Siwx.ts'

/** `0x` and at least 62 hexadecimal digits (specification 5). */
const evmSignature = /^0x[0-9a-fA-F]{62,}$/

/**
 * Asks the current wallet to sign the exact text, in the format of its family. For `eip155` that is `personal_sign` (EIP-191), for `solana`
 * ed25519 over the text's bytes, and for `bip122` the wallet's message signature (BIP-322).
 *
 * @returns `0x…` for `eip155`, base58 for `solana`, base64 for `bip122`
 * @throws LatchkeyError `wallet_disconnected`, `sign_message_failed` if the answer is not a signature; the errors of the wallet
 */
export async function signWithWallet({
  connection,
  subject: { address, chainId },
  message,
}: {
  connection: ConnectionFeature
  subject: SiwxSubject
  message: string
}): Promise<string> {
  const gone = () => new LatchkeyError('wallet_disconnected')
  const bytes = new TextEncoder().encode(message)
  switch (parseChainId(chainId).namespace) {
    case 'eip155': {
      const provider = connection.getProvider()
      if (!provider) throw gone()
      const signature = await provider.request({ method: 'personal_sign', params: [`0x${bytesToHex(bytes)}`, address] })
      if (typeof signature !== 'string' || !evmSignature.test(signature)) throw new ServiceError('sign_message_failed')
      return signature
    }
    case 'solana': {
      const provider = connection.getProvider('solana')
      if (!provider) throw gone()
      const { signature } = await provider.signMessage({ address, message: bytes })
      if (signature.length !== 64) throw new ServiceError('sign_message_failed')
      return encodeBase58(signature)
    }
    case 'bip122': {
      const provider = connection.getProvider('bip122')
      if (!provider) throw gone()
      const { signature } = await provider.signMessage({ address, message })
      if (!/^[0-9A-Za-z+/]{20,}={0,2}$/.test(signature)) throw new ServiceError('sign_message_failed')
      return signature
    }
  }
}
