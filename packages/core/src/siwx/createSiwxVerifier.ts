import { isEvmAddress, parseChainId } from '@latchkey/protocol'
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { readWords, toAddressWord } from '../chains/eip155/abiWords.ts'
import { isUnowned } from '../chains/eip155/isUnowned.ts'
import { createGatewayClient, RpcError } from '../http/createGatewayClient.ts'
import { accountQuestion, type UndeployedSignature } from './accountQuestion.ts'
import type { SiwxSession } from './Siwx.ts'

/** The precompile that recovers the signer of a hash. Source: the Yellow Paper, appendix E.1 (ECREC). */
const recovers = `0x${'1'.padStart(40, '0')}`
/**
 * The exact answer of an account to a valid signature. All bytes are compared, because contracts that echo the question begin with the same
 * value. Source: ERC-1271.
 */
const valid = `0x${'1626ba7e'.padEnd(64, '0')}`
/** Suffix of a signature of an undeployed account. Source: ERC-6492. */
const undeployedEnd = '6492'.repeat(16)

/** Options of {@link createSiwxVerifier}: the Latchkey server whose gateway is used. */
export type SiwxVerifierParameters = { apiUrl: string; projectId: string; fetch?: typeof fetch }

/**
 * Creates a function that verifies a sign-in with the network. The account is an EOA, a contract (ERC-1271), or an undeployed smart account
 * (ERC-6492). For other families than EVM it returns false.
 *
 * @returns false for an invalid signature
 * @throws LatchkeyError `network_request_failed`, `upstream_unavailable` if the network is unreachable
 * @example createLocalSiwx({ verify: createSiwxVerifier({ apiUrl, projectId }) })
 */
export function createSiwxVerifier({
  apiUrl,
  projectId,
  fetch: fetchUrl = (...parameters) => fetch(...parameters),
}: SiwxVerifierParameters): (session: SiwxSession) => Promise<boolean> {
  return async ({ data: { accountAddress, chainId }, message, signature: given }) => {
    const signature = given.toLowerCase().replace(/^0x/, '')
    const isHex = /^(?:[0-9a-f]{2}){1,8192}$/.test(signature)
    if (!isHex || parseChainId(chainId).namespace !== 'eip155' || !isEvmAddress(accountAddress)) return false
    // Reserved addresses of a network have no key and cannot sign.
    if (isUnowned(accountAddress)) return false
    const gateway = createGatewayClient({ apiUrl, projectId, chainId, fetch: fetchUrl })
    const hash = hashMessage(message)
    const ask = async (call: object): Promise<string> => {
      try {
        return String(await gateway.request('eth_call', [call, 'latest'])).toLowerCase()
      } catch (error) {
        // A revert means an invalid signature. An unreachable network proves nothing.
        if (error instanceof RpcError) return '0x'
        throw error
      }
    }
    if (signature.length === 130) {
      const [r, s, v] = [signature.slice(0, 64), signature.slice(64, 128), Number.parseInt(signature.slice(128), 16)]
      const parity = (v < 27 ? v + 27 : v).toString(16).padStart(64, '0')
      const signer = await ask({ to: recovers, data: `0x${hash}${parity}${r}${s}` })
      if (signer === `0x${toAddressWord(accountAddress)}`) return true
    }
    const undeployed = signature.endsWith(undeployedEnd) ? unwrap(signature) : { signature }
    if (!undeployed) return false
    const data = accountQuestion({ account: accountAddress, hash, ...undeployed })
    return (await ask({ data })) === valid
  }
}

/** Source: EIP-191, version 0x45. */
function hashMessage(message: string): string {
  const text = utf8ToBytes(message)
  return bytesToHex(keccak_256(concatBytes(utf8ToBytes(`\u0019Ethereum Signed Message:\n${text.length}`), text)))
}

/** Decodes `(address factory, bytes factoryData, bytes signature)` before the suffix; undefined if it is malformed. */
function unwrap(wrapped: string): UndeployedSignature | undefined {
  const words = readWords(wrapped.slice(0, -64))
  const bytesAt = (place: number) => {
    const start = words.place(place)
    const length = start === undefined ? undefined : words.place(start)
    return start === undefined || length === undefined ? undefined : words.slice(start + 32, length)
  }
  const [factory, factoryData, signature] = [words.address(0), bytesAt(32), bytesAt(64)]
  if (factory === undefined || factoryData === undefined || signature === undefined) return undefined
  return { factory, factoryData, signature }
}
