// A treasury in a separate process, which dies at the step that a test names. It reads payouts from its standard input, one
// JSON object per line, and writes their states to its standard output.
import { createInterface } from 'node:readline'
import { serverConfigSchema } from '../../platform/config/ServerConfig.ts'
import { createContext } from '../../platform/createContext.ts'
import { createRpcService } from '../../rpc/createRpcService.ts'
import { createTreasury } from '../createTreasury.ts'

const { config: given, timing } = JSON.parse(process.env.TREASURY_TEST ?? '{}')
const tell = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)
let killAt: string | undefined
const { context } = await createContext({ config: serverConfigSchema.parse(given) })
const treasury = await createTreasury({
  ...{ context, rpc: createRpcService({ context }), timing },
  onStep: (step) => {
    if (step === killAt) process.kill(process.pid, 'SIGKILL')
  },
})
if (!treasury) throw new Error('There is no treasury')
context.shutdown.add('treasury', treasury.stop)
treasury.start()
tell({ ready: true })

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  if (message.killAt) killAt = message.killAt
  if (message.owe) {
    const { amount, ...payout } = message.owe
    await context.database.transaction((tx) => treasury.owe(tx, { ...payout, amount: BigInt(amount) }))
    treasury.wake('eip155:31337')
  }
  if (message.read) tell({ status: (await treasury.read(message.read)) ?? null })
}
await context.shutdown.run('its input ended')
process.exit(0)
