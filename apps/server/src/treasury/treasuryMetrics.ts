import { Counter, Gauge, type Registry } from 'prom-client'

/** Metrics of payouts, without receivers and IDs. */
export type TreasuryMetrics = {
  /** `final`, `failed`, `given_up`, `bumped`, `undone`, `replaced`. */
  payouts: Counter<'chain' | 'outcome'>
  open: Gauge<'chain'>
  balance: Gauge<'chain' | 'asset'>
  funded: Gauge<'chain'>
}

/** Registers the metrics of the treasury. */
export function createTreasuryMetrics({ registry }: { registry: Registry }): TreasuryMetrics {
  const registers = [registry]
  return {
    payouts: new Counter({
      name: 'latchkey_treasury_payouts_total',
      help: 'What became of payouts and of the transactions with them',
      labelNames: ['chain', 'outcome'],
      registers,
    }),
    open: new Gauge({
      name: 'latchkey_treasury_open_payouts',
      help: 'Payouts that wait or may be on their way',
      labelNames: ['chain'],
      registers,
    }),
    balance: new Gauge({
      name: 'latchkey_treasury_balance',
      help: 'What the treasury’s account has of an asset, in base units',
      labelNames: ['chain', 'asset'],
      registers,
    }),
    funded: new Gauge({
      name: 'latchkey_treasury_funded',
      help: '1 while the account can pay for what it owes, and for the network’s costs',
      labelNames: ['chain'],
      registers,
    }),
  }
}
