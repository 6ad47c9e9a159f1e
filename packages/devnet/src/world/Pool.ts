import type { Address } from 'viem'
import { encodeAbiParameters, encodePacked, getCreate2Address, keccak256 } from 'viem/utils'
import type { DevnetToken } from '../Devnet.ts'
import { type PoolDefinition, poolDefinitions } from './pools.ts'
import { tokenOf, type World } from './World.ts'

/** A market with its addresses. */
export type Pool = Omit<PoolDefinition, 'base' | 'quote'> & {
  address: Address
  base: DevnetToken
  quote: DevnetToken
  /** The two tokens in the order of their addresses, as Uniswap keeps them. */
  token0: Address
  token1: Address
}

// Hash of the creation code of every pair (v2) and pool (v3) that the original factories make.
const v2CodeHash = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f'
const v3CodeHash = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54'

/** The world's markets. Their addresses follow from the factories' (CREATE2), whether or not they exist yet. */
export function poolsOf(world: World): Pool[] {
  return poolDefinitions.map((definition: PoolDefinition) => {
    const base = tokenOf({ world, symbol: definition.base })
    const quote = tokenOf({ world, symbol: definition.quote })
    const [token0, token1] =
      BigInt(base.address) < BigInt(quote.address)
        ? ([base.address, quote.address] as const)
        : ([quote.address, base.address] as const)
    const { kind, fee, depth } = definition
    const address =
      kind === 'v2'
        ? getCreate2Address({
            from: world.contracts.uniswapV2Factory,
            salt: keccak256(encodePacked(['address', 'address'], [token0, token1])),
            bytecodeHash: v2CodeHash,
          })
        : getCreate2Address({
            from: world.contracts.uniswapV3Factory,
            salt: keccak256(
              encodeAbiParameters(
                [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }],
                [token0, token1, fee],
              ),
            ),
            bytecodeHash: v3CodeHash,
          })
    return { kind, fee, depth, address, base, quote, token0, token1 }
  })
}
