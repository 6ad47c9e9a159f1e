import { encodeFunctionData, parseEther, parseUnits } from 'viem/utils'
import { tokenAbi } from '../world/abis.ts'
import type { World } from '../world/World.ts'
import type { ManualChain } from './ManualChain.ts'

/** Stock for sale: of the native token, and of each token with plain transfers. */
const stock = { coins: '100000', usd: 20_000_000 } as const

/** Gives the onramp treasury its stock. Leaves the transactions pending. */
export async function seedTreasury({ chain, world }: { chain: ManualChain; world: World }): Promise<void> {
  const { deployer, treasury } = world.accounts
  await chain.rpc('anvil_setBalance', [treasury.address, `0x${parseEther(stock.coins).toString(16)}`])
  for (const { kind, symbol, decimals, address } of world.tokens) {
    if (kind !== 'usd' && kind !== 'site' && kind !== 'plain') continue
    const amount = parseUnits(Math.ceil(stock.usd / (world.prices[symbol] ?? 1)).toString(), decimals)
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [treasury.address, amount] })
    await chain.send({ from: deployer, to: address, data })
  }
}
