import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Metrics of operations and bundles, without accounts and hashes. */
export type BundlerMetrics = {
  /** `received`, `refused`, `included`, `failed`, `dropped`. */
  operations: Counter<'chain' | 'outcome'>
  /** `mined`, `reverted`, `replaced`, `abandoned`, `bumped`. */
  bundles: Counter<'chain' | 'outcome'>
  waiting: Gauge<'chain'>
  underWay: Gauge<'chain'>
  executorBalance: Gauge<'chain'>
  executorFunded: Gauge<'chain'>
  inclusionSeconds: Histogram<'chain'>
}

/** Registers the metrics of the bundler. */
export function createBundlerMetrics({ registry }: { registry: Registry }): BundlerMetrics {
  const registers = [registry]
  return {
    operations: new Counter({
      name: 'latchkey_bundler_operations_total',
      help: 'Operations of smart accounts by outcome',
      labelNames: ['chain', 'outcome'],
      registers,
    }),
    bundles: new Counter({
      name: 'latchkey_bundler_bundles_total',
      help: 'Transactions with operations by outcome',
      labelNames: ['chain', 'outcome'],
      registers,
    }),
    waiting: new Gauge({
      name: 'latchkey_bundler_waiting_operations',
      help: 'Operations that wait for a transaction',
      labelNames: ['chain'],
      registers,
    }),
    underWay: new Gauge({
      name: 'latchkey_bundler_bundles_under_way',
      help: 'Transactions that are signed and not mined yet',
      labelNames: ['chain'],
      registers,
    }),
    executorBalance: new Gauge({
      name: 'latchkey_bundler_executor_balance',
      help: 'What the account that sends operations has, in the network’s coin',
      labelNames: ['chain'],
      registers,
    }),
    executorFunded: new Gauge({
      name: 'latchkey_bundler_executor_funded',
      help: '1 while that is at least minimumExecutorBalance',
      labelNames: ['chain'],
      registers,
    }),
    inclusionSeconds: new Histogram({
      name: 'latchkey_bundler_inclusion_seconds',
      help: 'Time from the arrival of an operation to its inclusion',
      labelNames: ['chain'],
      buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 40, 80, 160, 320],
      registers,
    }),
  }
}
