import type { FixtureWorld } from './createFixtureLatchkey.ts'
import * as f from './fixtures.ts'
import type { Scene } from './scenes.ts'
import { swapTokens } from './swapFixtures.ts'

const longName = 'The Extraordinarily Long Name That Somebody Gave To Their Token'
const longAmount = `${'987654321'.repeat(6)}987654.${'123456789'.repeat(2)}`
/** Longest value of each field that a person or a chain can set. */
const extremes: Readonly<Record<string, unknown>> = {
  name: longName,
  receiverName: `${'a-name-without-an-end'.repeat(3)}.eth`,
  symbol: 'SYMBOLOFTHIRTYTWOLETTERSINALLYES',
  nativeSymbol: 'SYMBOLOFTHIRTYTWOLETTERSINALLYES',
  email: 'a.person.with.a.remarkably.long.address@mail.of.a.large.organisation.example',
  numeric: longAmount,
  amountText: longAmount,
  fromAmountText: longAmount,
  toAmountText: longAmount,
  minimumText: longAmount,
  remainingText: longAmount,
  networkCostText: longAmount,
  transferFeeText: longAmount,
  balance: longAmount,
  amount: longAmount.slice(0, 40),
  sendTokenAmount: longAmount.slice(0, 40),
  value: 1.2345e17,
  total: 9.8765e17,
  networkCostValue: 1.2345e15,
  details: `execution reverted: ${'0123456789abcdef'.repeat(12)} because the contract says so at length and once more`,
}

/** Returns a scene in which every name, symbol and amount has its greatest length. */
export function stressScene(scene: Scene): Scene {
  const { world } = scene
  const isConnected = world.connection?.status === 'connected'
  const whole: FixtureWorld = {
    wallets: f.wallets,
    directory: f.listings,
    contacts: f.contacts,
    swapTokens,
    ...(isConnected ? { balances: f.balances, activity: f.activity } : {}),
    ...world,
    config: { ...f.config, ...world.config },
  }
  return { ...scene, world: stretch(whole) }
}

/** Replaces values with the longest ones of the same type. */
function stretch<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(stretch) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => {
    const extreme = extremes[key]
    return [key, typeof extreme === typeof item && item !== '' ? extreme : stretch(item)]
  })
  return Object.fromEntries(entries) as Value
}
