import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { type ContractRead, createContractReader } from '../../chains/createContractReader.ts'
import { readWord } from '../../chains/planBalances.ts'
import type { Hex } from '../../chains/rpcTypes.ts'
import type { Clock } from '../../platform/clock/Clock.ts'
import type { RpcService } from '../../rpc/RpcService.ts'

/** Finds the tokens of one chain that take permits (ERC-2612). */
export type PermitSupport = {
  /**
   * Reads the contracts and caches the result. A token that cannot be read now counts as one without permits.
   *
   * @returns the tokens that take permits
   */
  read: (tokens: readonly EvmAddress[]) => Promise<ReadonlySet<EvmAddress>>
}

/** Seconds after which a token is read again, because a proxy may have been upgraded. */
const ttl = 3600
const nonces: Hex = `0x7ecebe00${'0'.repeat(63)}1`
const domainSeparator: Hex = '0x3644e515'
const permitTypehash: Hex = '0x30adf81f'
/** keccak256 of "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)". */
const erc2612 = 0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9n
const selectors = [nonces, domainSeparator, permitTypehash] as const

/** Creates the reader of one chain. */
export function createPermitSupport({
  rpc,
  chainId,
  multicall3,
  clock,
}: {
  rpc: RpcService
  chainId: ChainId
  multicall3: EvmAddress
  clock: Clock
}): PermitSupport {
  const reader = createContractReader({ rpc, chainId, multicall3 })
  const known = new Map<EvmAddress, { takes: boolean; until: number }>()

  return {
    read: async (tokens) => {
      const now = clock.now()
      const unknown = tokens.filter((token) => (known.get(token)?.until ?? 0) <= now)
      const reads = unknown.flatMap((target) => selectors.map((data): ContractRead => ({ target, data })))
      const answers = await reader.read({ reads }).catch(() => undefined)
      unknown.forEach((token, index) => {
        if (!answers) return
        const [nonce, separator, typehash] = answers.slice(index * selectors.length)
        // Some older tokens have a different permit under the same name. Their type hash differs.
        const type = readWord(typehash)
        const takes =
          readWord(nonce) !== undefined &&
          (readWord(separator) ?? 0n) !== 0n &&
          (type === undefined || type === erc2612)
        known.set(token, { takes, until: now + ttl * 1000 })
      })
      return new Set(tokens.filter((token) => known.get(token)?.takes === true))
    },
  }
}
