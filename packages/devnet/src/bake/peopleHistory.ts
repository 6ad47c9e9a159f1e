import { keyCollectionAbi, spamCollectionAbi, spamTokenAbi } from '@latchkey/contracts'
import type { Address, Hex } from 'viem'
import { encodeFunctionData, parseEther, parseUnits } from 'viem/utils'
import type { DevnetAccount } from '../Devnet.ts'
import { noDeadline, swapCall } from '../market/swapCall.ts'
import { tokenAbi, v2RouterAbi } from '../world/abis.ts'
import { poolsOf } from '../world/Pool.ts'
import { tokenOf, type World } from '../world/World.ts'
import type { Call } from './ManualChain.ts'

/** Transactions of people in one block. */
export type PeopleEvent = {
  /** Seconds since the chain's first block. */
  time: number
  calls: readonly Call[]
}

const hour = 3600

/** Initial balances of Ada, Ben, Cleo and Dan, in whole tokens. */
const firstMoney: Readonly<Record<string, readonly [string, string, string, string]>> = {
  USDL: ['8400', '3150.5', '12000', '640.25'],
  LATCH: ['15000', '4200', '900.5', '26000'],
  AUR: ['900', '1250.75', '80', '310'],
  LBTC: ['0.35', '0.08', '0.0125', '0.21'],
  TOLL: ['20000', '5000', '12500', '800'],
  MUTE: ['1500', '230', '75.5', '4100'],
  WETH: ['1.2', '0.4', '2.75', '0.05'],
}

const firstCoins = ['12.5', '6.25', '20', '3.4'] as const

/**
 * Returns the initial history of the four people. It gives their activity and portfolios every kind of item:
 *
 * - received and sent payments, swaps, an approval and wrapped native tokens
 * - keys that were bought and given away
 * - spam, and one failed transfer
 */
export function peopleHistory({ world }: { world: World }): PeopleEvent[] {
  const { faucet, deployer, people } = world.accounts
  const [ada, ben, cleo, dan] = people
  if (!ada || !ben || !cleo || !dan) throw new Error('four people are expected')
  const { collection } = world.nfts

  const token = (symbol: string) => tokenOf({ world, symbol })
  const units = (symbol: string, amount: string) => parseUnits(amount, token(symbol).decimals)
  const pay = (from: DevnetAccount, to: DevnetAccount, amount: string): Call => ({
    ...{ from, to: to.address, value: parseEther(amount), gas: 21_000n },
  })
  const send = (symbol: string, from: DevnetAccount, to: DevnetAccount, amount: string): Call => ({
    from,
    to: token(symbol).address,
    data: transfer(to.address, units(symbol, amount)),
  })
  const approve = (symbol: string, from: DevnetAccount, spender: Address, amount: string): Call => ({
    from,
    to: token(symbol).address,
    data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, units(symbol, amount)] }),
  })
  const mintKey = (to: DevnetAccount): Call => ({
    from: deployer,
    to: collection,
    data: encodeFunctionData({ abi: keyCollectionAbi, functionName: 'mint', args: [to.address] }),
  })
  const giveKey = (from: DevnetAccount, to: DevnetAccount, id: bigint): Call => ({
    from,
    to: collection,
    data: encodeFunctionData({
      ...{ abi: keyCollectionAbi, functionName: 'safeTransferFrom' },
      args: [from.address, to.address, id],
    }),
  })
  const buyWithCoins = (from: DevnetAccount, symbol: string, amount: string): Call => ({
    from,
    to: world.contracts.uniswapV2Router,
    data: encodeFunctionData({
      abi: v2RouterAbi,
      functionName: 'swapExactETHForTokens',
      args: [0n, [world.contracts.weth, token(symbol).address], from.address, noDeadline],
    }),
    value: parseEther(amount),
  })
  const buyWithDollars = (from: DevnetAccount, symbol: string, amount: string): Call => {
    const pool = poolsOf(world).find(
      ({ kind, base, quote }) => kind === 'v3' && base.symbol === symbol && quote.symbol === 'USDL',
    )
    if (!pool) throw new Error(`no dollar market of ${symbol}`)
    const swap = {
      ...{ pool, tokenIn: pool.quote.address, tokenOut: pool.base.address, amountIn: units('USDL', amount) },
    }
    return { from, ...swapCall({ swap, receiver: from.address }) }
  }
  const spamAddresses = [...people, faucet].map(({ address }) => address)
  const spamToken = world.tokens.find(({ kind }) => kind === 'spam')
  if (!spamToken) throw new Error('no spam token')

  const router = world.contracts.uniswapSwapRouter02
  return [
    { time: 1.2 * hour, calls: people.map((person, index) => pay(faucet, person, firstCoins[index] ?? '1')) },
    ...Object.entries(firstMoney).map(([symbol, amounts], index) => ({
      time: 1.4 * hour + index * 240,
      calls: people.map((person, person_) => send(symbol, faucet, person, amounts[person_] ?? '1')),
    })),
    {
      time: 3 * hour,
      calls: [mintKey(ada), mintKey(ada), mintKey(ben), mintKey(cleo), mintKey(faucet), mintKey(faucet)],
    },
    { time: 5.1 * hour, calls: [send('USDL', ada, ben, '125')] },
    { time: 7.4 * hour, calls: [buyWithCoins(ben, 'LATCH', '0.5')] },
    { time: 9 * hour, calls: [approve('USDL', ada, router, '2000')] },
    { time: 9.1 * hour, calls: [buyWithDollars(ada, 'LATCH', '600')] },
    { time: 11.5 * hour, calls: [pay(cleo, dan, '1.5')] },
    { time: 14 * hour, calls: [send('LATCH', dan, ada, '2500')] },
    {
      time: 16.2 * hour,
      calls: [
        {
          ...{ from: deployer, to: spamToken.address, gas: 1_000_000n },
          data: encodeFunctionData({
            ...{ abi: spamTokenAbi, functionName: 'airdrop' },
            args: [spamAddresses, parseEther('5000')],
          }),
        },
      ],
    },
    { time: 19 * hour, calls: [giveKey(ada, dan, 2n)] },
    { time: 21.3 * hour, calls: [send('TOLL', cleo, ben, '1000')] },
    {
      time: 24 * hour,
      calls: [
        {
          ...{ from: dan, to: world.contracts.weth, value: parseEther('0.25') },
          data: encodeFunctionData({ abi: tokenAbi, functionName: 'deposit' }),
        },
      ],
    },
    { time: 27.5 * hour, calls: [{ ...send('USDL', dan, ben, '999999'), fails: true }] },
    { time: 29 * hour, calls: [send('USDL', dan, ben, '40.25')] },
    {
      time: 31.8 * hour,
      calls: [
        {
          ...{ from: deployer, to: world.nfts.spam, gas: 1_000_000n },
          data: encodeFunctionData({ abi: spamCollectionAbi, functionName: 'airdrop', args: [spamAddresses] }),
        },
      ],
    },
    { time: 34 * hour, calls: [mintKey(dan), mintKey(ben)] },
    { time: 36.6 * hour, calls: [buyWithCoins(ada, 'AUR', '0.3')] },
    { time: 39 * hour, calls: [send('MUTE', dan, cleo, '300')] },
    { time: 42.2 * hour, calls: [send('LBTC', ada, cleo, '0.015')] },
    { time: 45 * hour, calls: [approve('USDL', cleo, router, '5000')] },
    { time: 45.05 * hour, calls: [buyWithDollars(cleo, 'LBTC', '1500')] },
    { time: 47.3 * hour, calls: [pay(ben, ada, '0.75'), send('LATCH', ben, cleo, '320')] },
    { time: 48.6 * hour, calls: [send('USDL', cleo, ada, '210.4')] },
  ]
}

function transfer(to: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] })
}
