import { isEvmAddress, parseChainId } from '@latchkey/protocol'
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { readWords, toAddressWord } from '../chains/eip155/abiWords.ts'
import { isUnowned } from '../chains/eip155/isUnowned.ts'
import { createGatewayClient, RpcError } from '../http/createGatewayClient.ts'
import { accountQuestion, type UndeployedSignature } from './accountQuestion.ts'
import type { SiwxSession } from './Siwx.ts'

/** The precompiled contract that tells who signed a hash. Source: the Yellow Paper, appendix E.1 (ECREC). */
const recovers = `0x${'1'.padStart(40, '0')}`
/** What an account answers to a signature of its own, to the last byte: some contracts echo the question, which begins alike. Source: ERC-1271. */
const valid = `0x${'1626ba7e'.padEnd(64, '0')}`
/** How a signature of an account that is not on the network yet ends. Source: ERC-6492. */
const undeployedEnd = '6492'.repeat(16)

/** What {@link createSiwxVerifier} takes: the Latchkey server through whose gateway the chain is asked. */
export type SiwxVerifierParameters = { apiUrl: string; projectId: string; fetch?: typeof fetch }

/**
 * Makes what asks the chain whether a sign-in was signed by the account that it names: an ordinary account, a contract (ERC-1271), or a smart
 * account that is not on the network yet (ERC-6492). EVM networks alone: of others it answers false.
 *
 * @returns false for a signature of somebody else
 * @throws LatchkeyError `network_request_failed`, `upstream_unavailable` when the chain cannot be asked
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
    // What networks keep for contracts of their own has no key and signs nothing.
    if (isUnowned(accountAddress)) return false
    const gateway = createGatewayClient({ apiUrl, projectId, chainId, fetch: fetchUrl })
    const hash = hashMessage(message)
    const ask = async (call: object): Promise<string> => {
      try {
        return String(await gateway.request('eth_call', [call, 'latest'])).toLowerCase()
      } catch (error) {
        // What the chain refuses is no signature; a chain that cannot be asked says nothing about it.
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

/** `(address factory, bytes factoryData, bytes signature)` before the ending; undefined for what is not written so. */
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
