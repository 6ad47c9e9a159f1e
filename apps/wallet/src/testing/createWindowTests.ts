import type { WindowPage } from '../cards/Card.ts'
import type { Credentials } from '../login/passkeys.ts'
import { connectToFrame } from '../windows/connectToFrame.ts'
import type { WindowCalls } from '../windows/WindowCalls.ts'
import { createFrameTests } from './createFrameTests.ts'
import type { TestFrame } from './createTestFrame.ts'

const own = 'https://wallet.example'
const nobody: Credentials = { create: async () => null, get: async () => null }

type ConnectOptions = { source?: unknown; origin?: string; credentials?: Credentials; patience?: number }

/** Creates worlds whose frames have windows; every port is closed after its test. */
export function createWindowTests({ afterEach }: { afterEach: (run: () => void) => void }) {
  const ports: MessagePort[] = []
  const { setup } = createFrameTests({
    afterEach: (run) =>
      afterEach(() => {
        run()
        for (const port of ports.splice(0)) port.close()
      }),
  })
  /** Connects to the frame as a window would. `patience`: long, because a busy machine may delay the answer. */
  const connect = (
    host: TestFrame,
    page: WindowPage,
    { source, origin = own, credentials = nobody, patience = 25_000 }: ConnectOptions = {},
  ): Promise<WindowCalls | null> => {
    const from = source ?? host.windows.at(-1)?.window
    const opener = {
      postMessage: (data: unknown, _target: string, [port]: [MessagePort]) => {
        ports.push(port)
        host.deliver({ source: from, origin, data, ports: [port] })
      },
    }
    const timer = (run: () => void) => setTimeout(run, patience) as unknown as number
    const window = { opener, origin: own, setTimeout: timer as Window['setTimeout'] }
    return connectToFrame({ window, page, credentials })
  }
  return {
    setup,
    connect,
    /** Opens a window as the visitor does, from the card that leads to it. */
    openPage: async (host: TestFrame, page: WindowPage, credentials?: Credentials): Promise<WindowCalls> => {
      if (page !== 'recover' && page !== 'unlock') {
        host.begin('openSecurity')
        await host.card('security')
      }
      host.frame.actions.openWindow(page)
      const calls = await connect(host, page, credentials ? { credentials } : {})
      if (!calls) throw new Error('The frame did not answer')
      return calls
    },
    addressOf: async (host: TestFrame) => ((await host.ask('getUser')) as { address: `0x${string}` }).address,
  }
}
