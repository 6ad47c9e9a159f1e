import { forgeAddress, forgeries } from './forgeAddress.ts'
import { honestSymbol, listedSymbols, symbolForgeries } from './forgeSymbol.ts'
import type { CorpusAsset, CorpusTransaction, CorpusVictim } from './PoisoningCorpus.ts'
import type { Random } from './random.ts'

const native: CorpusAsset = {
  ...{ type: 'native', address: `0x${'e'.repeat(40)}`, name: 'Ether', symbol: 'ETH', decimals: 18 },
  ...{ listed: true, price: 3000 },
}
const dollar: CorpusAsset = {
  ...{ type: 'erc20', address: `0x${'d011a4'.repeat(6)}0001`, name: 'Dollar', symbol: 'USDC', decimals: 6 },
  ...{ listed: true, price: 1 },
}
const transferSelector = '0xa9059cbb'

type Made = Omit<CorpusTransaction, 'victim' | 'type'>
type Makers = readonly ((parts: { victim: CorpusVictim; forged: string; random: Random }) => Made)[]

/** Creates attacks on histories and honest transactions, half each. */
export function createTransactions({
  victims,
  exchanges,
  size,
  random,
}: {
  victims: readonly CorpusVictim[]
  exchanges: readonly string[]
  size: number
  random: Random
}): CorpusTransaction[] {
  const make = (makers: Makers, type: CorpusTransaction['type'], index: number): CorpusTransaction => {
    const victim = random.pick(victims)
    const { head, tail } = random.pick(forgeries.filter((forgery) => forgery.head > 1 && forgery.tail > 1))
    const known = random.pick(victim.paid.filter((address) => !address.startsWith('0x000')))
    const forged = forgeAddress({ real: random.number(8) === 0 ? victim.account : known, head, tail, random })
    const maker = makers[index % makers.length] ?? random.pick(makers)
    return { victim, type, ...maker({ victim, forged, random }) }
  }
  const honest = honestMakers(exchanges)
  return [
    ...Array.from({ length: size / 2 }, (_, index) => make(attackMakers, 'attack', index)),
    ...Array.from({ length: size / 2 }, (_, index) => make(honest, 'honest', index)),
  ]
}

function token(symbol: string, random: Random, more: Partial<CorpusAsset> = {}): CorpusAsset {
  return {
    ...{ type: 'erc20', address: random.address(), name: `${symbol} Token`, symbol, decimals: 18 },
    ...{ listed: false, price: null },
    ...more,
  }
}

/** A transaction with one transfer that the sender makes, to the token or to the receiver of coins. */
function single(
  kind: string,
  asset: CorpusAsset,
  move: { from: string; to: string; amount: bigint },
  sender = move.from,
): Made {
  const isNative = asset.type === 'native'
  return {
    ...{ kind, sender, receiver: isNative ? move.to : asset.address, selector: isNative ? null : transferSelector },
    transfers: [{ asset, ...move }],
  }
}

/** The same transfer, made by the contract of another party. */
function through(
  kind: string,
  asset: CorpusAsset,
  move: { from: string; to: string; amount: bigint },
  random: Random,
): Made {
  return {
    ...{ kind, sender: random.address(), receiver: random.address(), selector: '0x12345678' },
    transfers: [{ asset, ...move }],
  }
}

/** Base units of an amount in millionths of a dollar. */
function dollars(asset: CorpusAsset, millionths: number): bigint {
  return (BigInt(Math.round(millionths)) * 10n ** BigInt(asset.decimals)) / BigInt(Math.round((asset.price ?? 1) * 1e6))
}

const attackMakers: Makers = [
  // Every token allows anyone to transfer an amount of zero from any account.
  ({ victim, forged, random }) =>
    through('nothing, from the victim', dollar, { from: victim.account, to: forged, amount: 0n }, random),
  ({ victim, forged }) => single('nothing, to the victim', dollar, { from: forged, to: victim.account, amount: 0n }),
  ({ victim, forged }) => single('no coins', native, { from: forged, to: victim.account, amount: 0n }),
  ({ victim, forged, random }) =>
    single('dust', dollar, { from: forged, to: victim.account, amount: dollars(dollar, 1 + random.number(4000)) }),
  ({ victim, forged, random }) =>
    single('dust coins', native, {
      from: forged,
      to: victim.account,
      amount: dollars(native, 1 + random.number(4000)),
    }),
  ({ victim, forged, random }) =>
    single('small change', dollar, {
      from: forged,
      to: victim.account,
      amount: dollars(dollar, 5000 + random.number(2_000_000)),
    }),
  ({ victim, forged, random }) =>
    through('dust through a contract', native, { from: forged, to: victim.account, amount: 1n }, random),
  ({ victim, random }) =>
    single('dust of a stranger', dollar, {
      from: random.address(),
      to: victim.account,
      amount: dollars(dollar, 1 + random.number(4000)),
    }),
  ({ victim, forged, random }) => {
    const fake = token(random.pick(symbolForgeries).forge(random.pick(listedSymbols), random), random)
    return through(
      'imitated token, from the victim',
      fake,
      { from: victim.account, to: forged, amount: 10n ** 20n },
      random,
    )
  },
  ({ victim, forged, random }) => {
    const fake = token(random.pick(symbolForgeries).forge(random.pick(listedSymbols), random), random)
    return through(
      'imitated token, to the victim',
      fake,
      { from: forged, to: victim.account, amount: 10n ** 20n },
      random,
    )
  },
  ({ victim, forged, random }) =>
    through(
      'any token, from the victim',
      token(honestSymbol(random), random),
      { from: victim.account, to: forged, amount: 10n ** 18n },
      random,
    ),
  ({ victim, forged, random }) =>
    through(
      'any token, to the victim',
      token(honestSymbol(random), random),
      { from: forged, to: victim.account, amount: 10n ** 18n },
      random,
    ),
  ({ victim, forged, random }) => {
    // The victim calls a contract that also claims a payment.
    const move = { from: victim.account, to: forged, amount: 0n }
    return { ...through('nothing on the side of a call', dollar, move, random), sender: victim.account }
  },
]

const honestMakers = (exchanges: readonly string[]): Makers => [
  ({ victim, random }) =>
    single('paid', dollar, {
      from: victim.account,
      to: random.pick(victim.paid),
      amount: dollars(dollar, 1 + random.number(1e9)),
    }),
  ({ victim, random }) =>
    single('paid a stranger', native, {
      from: victim.account,
      to: random.address(),
      amount: dollars(native, 1 + random.number(1e9)),
    }),
  ({ victim, random }) =>
    single('sent any token', token(honestSymbol(random), random), {
      from: victim.account,
      to: random.address(),
      amount: 10n ** 18n,
    }),
  ({ victim, random }) =>
    single('sent nothing by oneself', dollar, { from: victim.account, to: random.address(), amount: 0n }),
  ({ victim, random }) =>
    single('got from a stranger', dollar, {
      from: random.address(),
      to: victim.account,
      amount: dollars(dollar, 1e6 + random.number(1e9)),
    }),
  ({ victim, random }) =>
    single('small payment', dollar, {
      from: random.address(),
      to: victim.account,
      amount: dollars(dollar, 10_000 + random.number(990_000)),
    }),
  ({ victim, random }) =>
    single('small payment in coins', native, {
      from: random.address(),
      to: victim.account,
      amount: dollars(native, 10_000 + random.number(990_000)),
    }),
  ({ victim, random }) =>
    single('next to nothing from somebody paid', dollar, {
      from: random.pick(victim.paid),
      to: victim.account,
      amount: 1n,
    }),
  ({ victim, random }) =>
    single('from an exchange', native, {
      from: random.pick(exchanges),
      to: victim.account,
      amount: dollars(native, 5e6 + random.number(1e9)),
    }),
  ({ victim, random }) =>
    single('got any token', token(honestSymbol(random), random), {
      from: random.address(),
      to: victim.account,
      amount: 10n ** 18n,
    }),
  ({ victim, random }) =>
    through(
      'got any token of a contract',
      token(honestSymbol(random), random, { price: 0.2 }),
      { from: random.address(), to: victim.account, amount: 10n ** 18n },
      random,
    ),
  ({ victim, random }) =>
    through(
      'collected by allowance',
      dollar,
      { from: victim.account, to: random.address(), amount: dollars(dollar, 1e6) },
      random,
    ),
  ({ victim, random }) =>
    through(
      'sold an NFT',
      token('KEYS', random, { type: 'erc721', decimals: 0 }),
      { from: victim.account, to: random.address(), amount: 1n },
      random,
    ),
  ({ victim, random }) =>
    through(
      'minted',
      token(honestSymbol(random), random),
      { from: `0x${'0'.repeat(40)}`, to: victim.account, amount: 10n ** 18n },
      random,
    ),
]
