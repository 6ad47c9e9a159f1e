import type { EvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Logger } from 'pino'
import { decodeFunctionResult, encodeAbiParameters, encodeFunctionData, type Hex, isHex } from 'viem'
import { classifyRpcError } from '../rpc/classifyRpcError.ts'
import { sendJsonRpc } from '../rpc/sendJsonRpc.ts'
import { UpstreamFailure } from '../rpc/UpstreamFailure.ts'
import type { FarcasterRegistry } from './FarcasterRegistry.ts'
import { contractSignatureAbi, idRegistryAbi, keyRegistryAbi } from './registryAbi.ts'

/** Milliseconds per attempt, and number of attempts. */
const timeout = 5_000
const tries = 2
/** Maximum bytes of an answer. The answers have at most two words. */
const maxBytes = 65_536

/** State of a key that its owner added and has not removed. */
const added = 1
/** Type of a key that is a sign-in address. */
const authAddressType = 2
/** Answer of a contract that accepts a signature. Source: ERC-1271. */
const magicValue = '0x1626ba7e'

/**
 * Creates a reader of Farcaster's registries on OP Mainnet, with a separate RPC, because that network need not be among the configured
 * chains.
 */
export function createFarcasterRegistry({
  config: { rpcUrl, idRegistry, keyRegistry },
  log,
}: {
  config: { rpcUrl: string; idRegistry: string; keyRegistry: string }
  log: Pick<Logger, 'warn'>
}): FarcasterRegistry {
  const ask = async (call: { to: string; data: Hex }): Promise<Hex | 'reverted'> => {
    const calls = [{ method: 'eth_call', params: [call, 'latest'] }]
    // Log only the reason, because the URL can contain a key.
    let trouble = ''
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const reply = await sendJsonRpc({ url: rpcUrl, calls, timeout, maxBytes }).catch((error: unknown) => {
        if (!(error instanceof UpstreamFailure)) throw error
        trouble = error.reason
        return undefined
      })
      const [outcome] = reply?.outcomes ?? []
      if (outcome && 'result' in outcome && isHex(outcome.result)) return outcome.result
      if (outcome && 'error' in outcome) {
        if (classifyRpcError(outcome.error) === 'caller') return 'reverted'
        trouble = `error ${outcome.error.code}`
      }
    }
    return fail(trouble)
  }
  const fail = (trouble: string): never => {
    log.warn({ trouble }, 'The Farcaster chain did not answer properly, check social.farcaster.rpcUrl')
    throw new ServiceError('social_provider_failed', { details: `the chain: ${trouble}` })
  }
  /** Both registries answer for every key, so a failed call means another contract or another chain. */
  const readRegistry = async <Value>(call: { to: string; data: Hex }, decode: (data: Hex) => Value): Promise<Value> => {
    const answer = await ask(call)
    if (answer === 'reverted') return fail('the registry is missing')
    try {
      return decode(answer)
    } catch {
      return fail('the registry is missing')
    }
  }

  return {
    fidOf: (address) =>
      readRegistry({ to: idRegistry, data: encodeFunctionData({ abi: idRegistryAbi, args: [address] }) }, (data) =>
        decodeFunctionResult({ abi: idRegistryAbi, data }),
      ),
    isAuthAddress: ({ fid, address }) => {
      const data = encodeFunctionData({ abi: keyRegistryAbi, args: [fid, toKey(address)] })
      return readRegistry({ to: keyRegistry, data }, (answer) => {
        const { state, keyType } = decodeFunctionResult({ abi: keyRegistryAbi, data: answer })
        return state === added && keyType === authAddressType
      })
    },
    isContractSignature: async ({ address, hash, signature }) => {
      const data = encodeFunctionData({ abi: contractSignatureAbi, args: [hash, signature] })
      const answer = await ask({ to: address, data })
      return answer !== 'reverted' && answer === magicValue.padEnd(66, '0')
    },
  }
}

/** Encodes an address as a key of the registry: a whole word. */
function toKey(address: EvmAddress): Hex {
  return encodeAbiParameters([{ type: 'address' }], [address])
}
