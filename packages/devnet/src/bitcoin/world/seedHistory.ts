import type { BitcoinNode } from '../node/createBitcoinNode.ts'
import { bitcoinAccounts } from './accounts.ts'
import { type Payment, pay } from './pay.ts'

/** Blocks whose rewards the faucet can spend when the history begins, and the blocks until their maturity. */
const richBlocks = 12
const maturity = 100
/** Seconds between the blocks of the history: it ends now, and began days ago. */
const pace = 2 * 3600

/**
 * Makes the first blocks. They fund the faucet, and the four people get outputs of different sizes and ages and pay each other.
 * Amounts, addresses and transactions are the same every time. Only the blocks' times depend on `now`.
 *
 * @param now Seconds since 1970 at which the history ends.
 */
export async function seedHistory({ node, now }: { node: BitcoinNode; now: number }): Promise<void> {
  const { faucet, people } = bitcoinAccounts()
  const [ada, ben, cleo, dan] = people
  if (!ada || !ben || !cleo || !dan) throw new Error('four people are expected')
  const payment = (account: typeof ada, value: number): Payment => ({ address: account.payment.address, value })
  const ordinal = (account: typeof ada, value: number): Payment => ({ address: account.ordinal.address, value })
  const give = (...to: Payment[]) => pay({ node, from: faucet, to })
  const send = (from: typeof ada, ...to: Payment[]) => pay({ node, from, to })

  /** Events in each block of the history. */
  const events: readonly (() => Promise<unknown>)[] = [
    () => give(payment(ada, 50_000_000), payment(ben, 21_000_000), payment(cleo, 80_000_000), payment(dan, 5_000_000)),
    () => give(payment(ada, 12_000_000)),
    () => give(ordinal(ada, 2_000_000), ordinal(ben, 600_000)),
    () => send(ben, payment(ada, 1_250_000)),
    async () => {},
    () => send(cleo, payment(ada, 3_333_333), payment(ben, 1_000_000)),
    () => give(ordinal(ada, 10_000), ordinal(cleo, 10_000)),
    () => send(ada, payment(ben, 700_000)),
    async () => {
      await give(payment(ada, 4_000_000), payment(dan, 150_000))
      await send(dan, payment(cleo, 420_000))
    },
    () => send(ada, payment(dan, 250_000), payment(cleo, 125_000)),
    async () => {},
    () => send(cleo, payment(ada, 90_000)),
    () => send(ben, ordinal(ada, 50_000)),
    () => give(payment(ada, 50_000), payment(ben, 25_000)),
    async () => {},
  ]
  const blocks = maturity + richBlocks + events.length
  const timeOf = (index: number) => now - (blocks - 1 - index) * pace
  for (let index = 0; index < maturity + richBlocks; index += 1) await node.mine({ time: timeOf(index) })
  for (const [index, happens] of events.entries()) {
    await happens()
    await node.mine({ time: timeOf(maturity + richBlocks + index) })
  }
}
