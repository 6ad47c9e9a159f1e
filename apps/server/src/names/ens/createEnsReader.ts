import { type ChainId, type EvmAddress, etherCoinType } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import {
  bytesToHex,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  isHex,
  size,
  zeroAddress,
} from 'viem'
import { namehash, packetToBytes } from 'viem/ens'
import { classifyRpcError } from '../../rpc/classifyRpcError.ts'
import type { RpcService } from '../../rpc/RpcService.ts'
import {
  ensAddressAbi,
  ensRegistryAbi,
  ensResolverAbi,
  ensWildcardAbi,
  offchainLookupSelector,
  wildcardInterface,
} from './ensAbi.ts'

/** Records of a name. */
export type EnsRecords = {
  /** EIP-55 addresses, by coin type. */
  addresses: ReadonlyMap<number, EvmAddress>
  avatar: string | undefined
}

/** Reads the ENS of one chain. */
export type EnsReader = {
  /** @returns undefined if the name has no resolver @throws LatchkeyError `name_resolve_failed` */
  readRecords: (name: string) => Promise<EnsRecords | undefined>
  /** Returns the name that an address claims, unchecked. @throws LatchkeyError `name_resolve_failed` */
  readReverse: (address: EvmAddress) => Promise<string | undefined>
}

type Call = { to: EvmAddress; data: Hex }
/** `refused`: the contract reverted, or there is none. `elsewhere`: the answer is off the chain. */
type Answer = { type: 'value'; data: Hex } | { type: 'refused' } | { type: 'elsewhere' }

/** Milliseconds to wait for a chain. */
const patience = 6_000
/** Names whose resolvers are requested at once, from the name itself up to the root. */
const stride = 8
/** Maximum characters of a text record. */
const longestText = 48_000

/**
 * Creates a reader of the ENS of one chain. Every answer comes from the chain. Off-chain answers (CCIP Read, ERC-3668) are refused, and do
 * not count as missing.
 *
 * @param options.coinTypes the coin types whose addresses are read
 */
export function createEnsReader({
  rpc,
  chainId,
  registry,
  coinTypes,
}: {
  rpc: RpcService
  chainId: ChainId
  registry: EvmAddress
  coinTypes: readonly number[]
}): EnsReader {
  const ask = async (calls: readonly Call[], signal: AbortSignal): Promise<Answer[]> => {
    const outcomes = await rpc
      .batch({ chainId, calls: calls.map((call) => ({ method: 'eth_call', params: [call, 'latest'] })), signal })
      .catch((cause: unknown) => {
        throw new ServiceError('name_resolve_failed', { cause, message: 'The chain of the names does not answer' })
      })
    return outcomes.map((outcome): Answer => {
      if ('result' in outcome) {
        if (isHex(outcome.result))
          return size(outcome.result) > 0 ? { type: 'value', data: outcome.result } : { type: 'refused' }
      } else {
        const { data } = outcome.error
        if (typeof data === 'string' && data.startsWith(offchainLookupSelector)) return { type: 'elsewhere' }
        if (classifyRpcError(outcome.error) === 'caller') return { type: 'refused' }
      }
      throw new ServiceError('name_resolve_failed', { message: 'The chain of the names gave no answer' })
    })
  }

  /** Finds the resolver of a name: its own, or that of the nearest parent. */
  const findResolver = async (name: string, signal: AbortSignal) => {
    const labels = name.split('.')
    for (let first = 0; first < labels.length; first += stride) {
      const suffixes = labels.slice(first, first + stride).map((_, index) => labels.slice(first + index).join('.'))
      const answers = await ask(
        suffixes.map((suffix) => ({
          to: registry,
          data: encodeFunctionData({ abi: ensRegistryAbi, args: [namehash(suffix)] }),
        })),
        signal,
      )
      for (const [index, answer] of answers.entries()) {
        const address = answer.type === 'value' ? readAddressWord(answer.data) : undefined
        // A registry answers for every name, with zero for an unregistered one.
        if (address === undefined)
          throw new ServiceError('name_resolve_failed', { message: 'There is no registry of names on the chain' })
        if (address !== zeroAddress) return { address, isOwn: first + index === 0 }
      }
    }
    return undefined
  }

  /** Calls a name's resolver. Returns undefined if there is none. `isOwn` is false for a parent's resolver. */
  const askResolver = async (
    name: string,
    calls: readonly Hex[],
  ): Promise<{ answers: Answer[]; isOwn: boolean } | undefined> => {
    const signal = AbortSignal.timeout(patience)
    const resolver = await findResolver(name, signal)
    if (!resolver) return undefined
    const to = resolver.address
    const wrap = (data: Hex) =>
      encodeFunctionData({ abi: ensWildcardAbi, args: [bytesToHex(packetToBytes(name)), data] })
    const support = encodeFunctionData({
      ...{ abi: ensResolverAbi, functionName: 'supportsInterface', args: [wildcardInterface] },
    })
    // All at once, because the answers show which interface the resolver supports.
    const [supports, ...answers] = await ask(
      [support, ...(resolver.isOwn ? calls : []), ...calls.map(wrap)].map((data) => ({ to, data })),
      signal,
    )
    const isWildcard =
      supports?.type === 'value' &&
      attempt(() =>
        decodeFunctionResult({ abi: ensResolverAbi, functionName: 'supportsInterface', data: supports.data }),
      ) === true
    const { isOwn } = resolver
    if (!isWildcard) return isOwn ? { answers: answers.slice(0, calls.length), isOwn } : undefined
    const unwrapped = answers.slice(isOwn ? calls.length : 0).map((answer): Answer => {
      if (answer.type !== 'value') return answer
      const data = attempt(() => decodeFunctionResult({ abi: ensWildcardAbi, data: answer.data }))
      return data === undefined || size(data) === 0 ? { type: 'refused' } : { type: 'value', data }
    })
    return { answers: unwrapped, isOwn }
  }

  return {
    readRecords: async (name) => {
      const node = namehash(name)
      const found = await askResolver(name, [
        encodeFunctionData({ abi: ensResolverAbi, functionName: 'addr', args: [node] }),
        encodeFunctionData({ abi: ensResolverAbi, functionName: 'text', args: [node, 'avatar'] }),
        ...coinTypes.map((coinType) => encodeFunctionData({ abi: ensAddressAbi, args: [node, BigInt(coinType)] })),
      ])
      if (!found) return undefined
      const [plain, avatar, ...others] = found.answers
      const addresses = new Map<number, EvmAddress>()
      for (const [index, answer] of others.entries()) {
        const coinType = coinTypes[index]
        const bytes = read(answer, (data) => decodeFunctionResult({ abi: ensAddressAbi, data }))
        if (coinType !== undefined && bytes !== undefined && size(bytes) === 20) note(addresses, coinType, bytes)
      }
      // The record that old resolvers have, and that all wallets read.
      const own = read(plain, readAddressWord)
      if (own !== undefined) note(addresses, etherCoinType, own)
      const text =
        avatar?.type === 'value'
          ? attempt(() => decodeFunctionResult({ abi: ensResolverAbi, functionName: 'text', data: avatar.data }))
          : undefined
      return { addresses, avatar: text && text.length <= longestText ? text : undefined }
    },
    readReverse: async (address) => {
      const name = `${address.slice(2).toLowerCase()}.addr.reverse`
      const found = await askResolver(name, [
        encodeFunctionData({ abi: ensResolverAbi, functionName: 'name', args: [namehash(name)] }),
      ])
      const [answer] = found?.answers ?? []
      // A parent's resolver answers for all names without a reverse record. On the chain they have none.
      if (found?.isOwn === false && answer?.type === 'elsewhere') return undefined
      return read(answer, (data) => decodeFunctionResult({ abi: ensResolverAbi, functionName: 'name', data }))
    },
  }
}

/** @throws LatchkeyError `name_resolve_failed` for an off-chain answer */
function read<Value>(answer: Answer | undefined, decode: (data: Hex) => Value): Value | undefined {
  if (answer?.type === 'elsewhere')
    throw new ServiceError('name_resolve_failed', {
      message: 'The name is stored off the chain (CCIP Read), which this server does not read',
    })
  return answer?.type === 'value' ? attempt(() => decode(answer.data)) : undefined
}

function note(addresses: Map<number, EvmAddress>, coinType: number, address: Hex): void {
  if (BigInt(address) !== 0n) addresses.set(coinType, getAddress(address))
}

/** Accepts a word only if it is exactly an address, although decoders would cut off the rest. */
function readAddressWord(data: Hex): EvmAddress | undefined {
  return /^0x0{24}[0-9a-f]{40}$/i.test(data) ? `0x${data.slice(26)}` : undefined
}

/** Contracts can return anything. */
function attempt<Value>(decode: () => Value): Value | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}
