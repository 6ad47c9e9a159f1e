import { type ChainId, type EvmAddress, parseChainId } from '@latchkey/protocol'
import { Gauge } from 'prom-client'
import type { Context } from '../platform/context.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import type { Sponsorship } from './checkPolicy.ts'
import type { Ledger } from './createLedger.ts'
import { readDeposit } from './createPaymasterChecks.ts'

/** Registers metrics of today's sponsorship cost and of the paymaster's remaining funds; NaN if the chain does not respond. */
export function registerPaymasterMetrics({
  context: { metrics },
  rpc,
  ledger,
  served,
}: {
  context: Pick<Context, 'metrics'>
  rpc: RpcService
  ledger: Ledger
  served: ReadonlyMap<ChainId, Sponsorship>
}): void {
  const labelNames = ['chain'] as const
  new Gauge({
    name: 'latchkey_sponsorship_today_wei',
    help: 'Wei of the day (UTC) that operations cost the operator: settled, and reserved at their worst',
    labelNames,
    registers: [metrics],
    async collect() {
      for (const chain of served.keys()) {
        const used = await ledger.usedToday({ chainId: Number(parseChainId(chain).reference) }).catch(() => undefined)
        this.set({ chain }, used === undefined ? Number.NaN : Number(used))
      }
    },
  })
  new Gauge({
    name: 'latchkey_paymaster_deposit_wei',
    help: 'Wei that the EntryPoint holds for the paymaster',
    labelNames,
    registers: [metrics],
    async collect() {
      for (const [chain, { paymaster }] of served) {
        const reading = readDeposit({ rpc, chainId: chain, paymaster: paymaster as EvmAddress })
        const deposit = await reading.catch(() => undefined)
        this.set({ chain }, deposit === undefined ? Number.NaN : Number(deposit))
      }
    },
  })
}
