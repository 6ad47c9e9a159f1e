import { getAddress } from 'viem'
import { createTransactions } from './createTransactions.ts'
import { forgeAddress, forgeries, miscopyAddress, weakForgeries } from './forgeAddress.ts'
import { honestSymbol, listedSymbols, symbolForgeries } from './forgeSymbol.ts'
import type { CorpusReceiver, CorpusSymbol, CorpusVictim, PoisoningCorpus } from './PoisoningCorpus.ts'
import { createRandom, type Random } from './random.ts'

/** Contracts with leading zeros in their addresses that honest users call every day. */
const zeroLed = [
  '0x000000000022d473030f116ddee9f6b43ac78ba3',
  '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x00000000000000adc04c56bf30ac9d3c0aaf14dc',
  '0x0000000000000068f116a894984e2db1123eb395',
  '0x00000000219ab540356cbb839cbe05303d7705fa',
] as const

/**
 * Creates a corpus of address poisoning and honest traffic. The same seed gives the same corpus.
 *
 * @param options.size number of receivers and of transactions; there are half as many symbols. Half of each are attacks.
 *   Weak forgeries are additional receivers.
 * @example const { receivers } = createPoisoningCorpus({ seed: 20261120, size: 4000 })
 */
export function createPoisoningCorpus({ seed, size }: { seed: number; size: number }): PoisoningCorpus {
  const random = createRandom(seed)
  const exchanges = Array.from({ length: 12 }, random.address)
  const victims = Array.from({ length: 50 }, (): CorpusVictim => {
    const paid = [
      ...Array.from({ length: 20 + random.number(60) }, random.address),
      ...Array.from({ length: 3 }, () => random.pick(exchanges)),
      ...Array.from({ length: 2 }, () => random.pick(zeroLed)),
    ]
    return { account: random.address(), paid: [...new Set(paid)], contacts: paid.slice(0, 8) }
  })
  return {
    receivers: [
      ...Array.from({ length: size / 2 }, (_, index) =>
        attackReceiver({ index, victim: random.pick(victims), random }),
      ),
      ...Array.from({ length: size / 2 }, () => honestReceiver({ victim: random.pick(victims), exchanges, random })),
      ...weakForgeries.flatMap(({ kind, head, tail }) =>
        Array.from({ length: 20 }, (): CorpusReceiver => {
          const victim = random.pick(victims)
          const address = forgeAddress({ real: random.pick(victim.paid), head, tail, random })
          return { victim, address, type: 'weak', kind }
        }),
      ),
    ],
    transactions: createTransactions({ victims, exchanges, size, random }),
    symbols: [
      ...Array.from({ length: size / 4 }, (_, index): CorpusSymbol => {
        const { kind, forge } = symbolForgeries[index % symbolForgeries.length] ?? random.pick(symbolForgeries)
        return { type: 'attack', kind, name: 'Token', symbol: forge(random.pick(listedSymbols), random) }
      }),
      ...Array.from({ length: size / 4 }, (): CorpusSymbol => {
        const symbol = honestSymbol(random)
        return { type: 'honest', kind: 'honest', name: `${symbol} Token`, symbol }
      }),
    ],
    listed: listedSymbols,
  }
}

/** Spells an address in one of the usual ways: lower case, upper case, or with a checksum. */
function spell(address: string, random: Random): string {
  return random.pick([address, `0x${address.slice(2).toUpperCase()}`, getAddress(address)])
}

function attackReceiver({
  index,
  victim,
  random,
}: {
  index: number
  victim: CorpusVictim
  random: Random
}): CorpusReceiver {
  const real = random.number(10) === 0 ? victim.account : random.pick(victim.paid)
  const type = 'attack' as const
  const forgery = forgeries[index % (forgeries.length + 1)]
  if (!forgery) return { victim, address: spell(miscopyAddress({ real, random }), random), type, kind: 'miscopied' }
  // Leading zeros are easy to match if the real address has many, so the forgery matches as many further digits.
  const zeros = Math.max(0, (/^0x(0*)/.exec(real)?.[1]?.length ?? 0) - 2)
  const head = forgery.head === 0 ? 0 : forgery.head + zeros
  const address = forgeAddress({ real, head, tail: forgery.tail, random })
  return { victim, address: spell(address, random), type, kind: forgery.kind }
}

function honestReceiver({
  victim,
  exchanges,
  random,
}: {
  victim: CorpusVictim
  exchanges: readonly string[]
  random: Random
}): CorpusReceiver {
  const honest = [
    { kind: 'stranger', address: random.address },
    { kind: 'stranger', address: random.address },
    { kind: 'paid before', address: () => random.pick(victim.paid) },
    { kind: 'contact', address: () => random.pick(victim.contacts) },
    { kind: 'exchange', address: () => random.pick(exchanges) },
    { kind: 'own account', address: () => victim.account },
    { kind: 'zeros at the front', address: () => random.pick(zeroLed) },
  ]
  const { kind, address } = random.pick(honest)
  return { victim, address: spell(address(), random), type: 'honest', kind }
}
