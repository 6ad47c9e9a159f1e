// The onramp in a separate process, with the real treasury and the real adapter of the sandbox. It dies at the step that a test
// names. It reads steps from its standard input, one JSON object per line, and exits at the nth occurrence of the step.
import { createInterface } from 'node:readline'
import { serverConfigSchema } from '../../platform/config/ServerConfig.ts'
import { createContext } from '../../platform/createContext.ts'
import { createHttpApp } from '../../platform/http/createHttpApp.ts'
import { listen } from '../../platform/http/listen.ts'
import { createAdmission } from '../../projects/createAdmission.ts'
import { createRpcService } from '../../rpc/createRpcService.ts'
import { createTreasury } from '../../treasury/createTreasury.ts'
import { createOnramp } from '../createOnramp.ts'
import { registerOnrampRoutes } from '../registerOnrampRoutes.ts'

const config = serverConfigSchema.parse(JSON.parse(process.env.ONRAMP_TEST ?? '{}'))
const { context } = await createContext({ config })
let killAt: { step: string; nth: number } | undefined
const onStep = (step: string) => {
  if (killAt?.step !== step) return
  killAt.nth -= 1
  if (killAt.nth === 0) process.kill(process.pid, 'SIGKILL')
}
const rpc = createRpcService({ context })
const timing = { lease: 600, watch: 20, idle: 50, stuckAfter: 2_000 }
const treasury = await createTreasury({ context, rpc, timing, onStep, alone: true })
const onramp = createOnramp({
  ...{ context, treasury, onStep },
  timing: { interval: 50, shortest: 20, lease: 300 },
  prices: {
    read: async ({ addresses }) => ({
      response: {
        fungibles: addresses.map((address) => ({
          ...{ address, name: 'Ether', symbol: 'ETH', iconUrl: null, price: 2000, decimals: 18 },
        })),
      },
      stale: 0,
    }),
  },
  // This process has no index.
  priceWindows: { read: async () => ({ kind: 'moving', highest: 2000 }) },
})
const limits = { consume: async () => {}, close: async () => {} }
const app = createHttpApp({ context, admit: createAdmission({ config, limits }) })
registerOnrampRoutes({ app, onramp })
if (treasury) context.shutdown.add('treasury', treasury.stop)
treasury?.start()
if (onramp) context.shutdown.add('onramp', onramp.stop)
onramp?.start()
await listen({ app, context })
process.stdout.write('ready\n')

for await (const line of createInterface({ input: process.stdin })) killAt = JSON.parse(line) ?? undefined
await context.shutdown.run('its input ended')
process.exit(0)
