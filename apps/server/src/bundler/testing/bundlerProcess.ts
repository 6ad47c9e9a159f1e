// A bundler in a separate process, which dies at the step that a test names. It reads operations from its standard input, one
// JSON object per line, and writes their states to its standard output.
import { createInterface } from 'node:readline'
import { fromRpcOperation } from '@latchkey/smart-account'
import { privateKeyToAccount } from 'viem/accounts'
import { serverConfigSchema } from '../../platform/config/ServerConfig.ts'
import { createContext } from '../../platform/createContext.ts'
import { createRpcService } from '../../rpc/createRpcService.ts'
import { createBundler } from '../createBundler.ts'
import { testChainId } from './testChainId.ts'

const { config: given, executor, timing } = JSON.parse(process.env.BUNDLER_TEST ?? '{}')
const tell = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)
let killAt: string | undefined
const config = serverConfigSchema.parse(given)
const { context } = await createContext({ config })
const bundler = createBundler(context, {
  rpc: createRpcService({ context }),
  executor: privateKeyToAccount(executor),
  timing,
  onStep: (step) => {
    if (step === killAt) process.kill(process.pid, 'SIGKILL')
  },
})
bundler.onSettled(({ hash, outcome }) => void tell({ ended: hash, outcome }))
context.shutdown.add('bundler', bundler.stop)
bundler.start()
tell({ ready: true })

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  if (message.killAt) {
    killAt = message.killAt
    continue
  }
  try {
    tell({ sent: await bundler.send({ chainId: testChainId, operation: fromRpcOperation(message.send) }) })
  } catch (error) {
    tell({ refused: error instanceof Error ? error.message : String(error) })
  }
}
await context.shutdown.run('its input ended')
process.exit(0)
