import type { Address, Hex } from 'viem'
import { concat, encodeFunctionData, getAddress, getCreate2Address, parseEther, parseUnits } from 'viem/utils'
import { tokenAbi } from '../world/abis.ts'
import { namesChainId } from '../world/chains.ts'
import { create2Deployer } from '../world/smartAccounts.ts'
import { creations } from '../world/tokens.ts'
import type { World } from '../world/World.ts'
import { foreignBytecode } from './foreignBytecode.ts'
import type { ManualChain } from './ManualChain.ts'
import type { Placement } from './placements.ts'
import { seedFarcaster } from './seedFarcaster.ts'
import { seedNames } from './seedNames.ts'
import { seedSmartAccounts } from './seedSmartAccounts.ts'
import { seedTreasury } from './seedTreasury.ts'
import { seedZone } from './seedZone.ts'

/** The salt with which the authors of EntryPoint v0.8 made it. */
const entryPointSalt = '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9'

/** Unlimited allowance. */
const unlimited = 2n ** 256n - 1n

/** Usd worth of every token that the deployer, the faucet and each trader get. */
const stock = { deployer: 200_000_000, faucet: 1_000_000_000, trader: 50_000_000 } as const

/**
 * Deploys the contracts to an empty chain: code at canonical addresses, then the tokens and all balances. Traders and the
 * deployer give the routers unlimited allowances.
 */
export async function deployWorld({
  chain,
  world,
  placements,
  at,
}: {
  chain: ManualChain
  world: World
  placements: readonly Placement[]
  /** Time of the first block after the genesis, seconds. */
  at: number
}): Promise<void> {
  const { rpc } = chain
  const { deployer, faucet, traders } = world.accounts
  const { ensRegistry, farcasterIdRegistry, farcasterKeyRegistry } = world.contracts
  const onOneChain: Address[] = [ensRegistry, world.names.universalResolver, farcasterIdRegistry, farcasterKeyRegistry]
  const elsewhere = new Set(chain.id === namesChainId ? [] : onOneChain)
  for (const { address, code, storage } of placements) {
    if (elsewhere.has(address)) continue
    await rpc('anvil_setCode', [address, code])
    for (const [slot, value] of storage) await rpc('anvil_setStorageAt', [address, slot, value])
  }
  const coins = { [faucet.address]: '10000000', [deployer.address]: '1000000' }
  for (const { address } of traders) coins[address] = '40000'
  for (const [address, amount] of Object.entries(coins)) {
    await rpc('anvil_setBalance', [address, `0x${parseEther(amount).toString(16)}`])
  }

  for (const data of creations({ owner: deployer.address, collector: deployer.address })) {
    await chain.send({ from: deployer, data, gas: 4_000_000n })
  }
  const entryPoint = foreignBytecode('entryPoint08')
  const made = getCreate2Address({ from: create2Deployer, salt: entryPointSalt, bytecode: entryPoint })
  if (made !== getAddress(world.contracts.entryPoint08)) throw new Error(`EntryPoint v0.8 would be made at ${made}`)
  await chain.send({ from: deployer, to: create2Deployer, data: concat([entryPointSalt, entryPoint]), gas: 8_000_000n })
  if (chain.id === namesChainId) await seedFarcaster({ chain, world })
  await chain.mine({ at })

  const owners = [deployer, ...traders]
  for (const token of world.tokens) {
    if (token.kind === 'spam') continue
    const price = world.prices[token.symbol] ?? 1
    const worth = (usd: number) => parseUnits(Math.ceil(usd / price).toString(), token.decimals)
    for (const account of [deployer, faucet, ...traders]) {
      const usd = account === deployer ? stock.deployer : account === faucet ? stock.faucet : stock.trader
      await chain.send(
        token.kind === 'wrapped-native'
          ? {
              from: account,
              to: token.address,
              data: encodeFunctionData({ abi: tokenAbi, functionName: 'deposit' }),
              value: worth(usd),
            }
          : { from: deployer, to: token.address, data: mint(account.address, worth(usd)) },
      )
    }
    for (const account of owners) {
      const { uniswapV2Router, uniswapSwapRouter02, uniswapV3PositionManager } = world.contracts
      const spenders = [uniswapV2Router, account === deployer ? uniswapV3PositionManager : uniswapSwapRouter02]
      for (const spender of spenders) {
        await chain.send({ from: account, to: token.address, data: approve(spender, unlimited), gas: 80_000n })
      }
    }
  }
  if (chain.id === namesChainId) await seedNames({ chain, world, create2Deployer })
  await seedSmartAccounts({ chain, world })
  await seedTreasury({ chain, world })
  if (chain.id === namesChainId) await seedZone({ chain, world })
  await chain.mine({ at: at + 60 })
}

function mint(to: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [to, amount] })
}

function approve(spender: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, amount] })
}
