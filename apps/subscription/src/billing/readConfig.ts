import { chainIdSchema } from '@latchkey/protocol/api'
import { z } from 'zod'
import type { Plan } from './Plan.ts'

const address = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{40}$/)])

const configSchema = z.strictObject({
  /** The Latchkey server, and the project of this app there. */
  apiUrl: z.url(),
  projectId: z.string(),
  /** The wallet's own origin. */
  walletUrl: z.url(),
  /** The network of the plan, in the kit's format. */
  network: z.looseObject({ caipNetworkId: chainIdSchema }),
  plan: z.strictObject({
    token: z.strictObject({ address, symbol: z.string(), decimals: z.number() }),
    /** Base units. */
    price: z.string().regex(/^\d+$/),
    /** Seconds. */
    period: z.number().int().min(60),
    periods: z.number().int().min(1),
    merchant: address,
  }),
  /** Everything runs on local chains. The page shows that its money is test money. */
  sandbox: z.boolean().default(false),
  /** Seconds between two runs of the billing. */
  interval: z.number().min(0.2).default(30),
})

/** Reads the settings of the example app. */
export function readConfig(text: string): Omit<z.output<typeof configSchema>, 'plan'> & { plan: Plan } {
  const config = configSchema.parse(JSON.parse(text))
  return {
    ...config,
    plan: { ...config.plan, chainId: config.network.caipNetworkId, price: BigInt(config.plan.price) },
  }
}
