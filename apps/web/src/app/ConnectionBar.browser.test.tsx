import { type Topic, toErc20AssetId, toTopic } from '@latchkey/protocol'
import { LatchkeyProvider } from '@latchkey/react'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createQueryClient } from '../api/createQueryClient.ts'
import { createLanguage, LanguageContext } from '../language/LanguageContext.ts'
import { useFollow } from '../live/useFollow.ts'
import { useStreamWatch } from '../live/useStreamWatch.ts'
import { ConnectionBar } from './ConnectionBar.tsx'

const topic: Topic = toTopic('price', toErc20AssetId(`eip155:31337:0x${'aa'.repeat(20)}`))

/** An event stream that the test controls. */
class TestStream extends EventTarget {
  static opened: TestStream[] = []
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null

  constructor() {
    super()
    TestStream.opened.push(this)
  }

  live() {
    this.onopen?.()
    this.dispatchEvent(new MessageEvent('heartbeat', { data: '{"seconds":10}' }))
  }

  close() {}
}

function Price({ read }: { read: () => Promise<unknown> }) {
  useFollow({ topics: [topic], onEvent: () => {}, onResync: () => {} })
  useStreamWatch()
  useQuery({ queryKey: ['price'], queryFn: read })
  return null
}

test('behavior: a silent stream with an old price is reported within 20 s, and the report ends once the server answers', async () => {
  vi.stubGlobal('EventSource', TestStream)
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const element = document.createElement('div')
  document.body.append(element)
  const app = createRoot(element)
  onTestFinished(() => {
    app.unmount()
    element.remove()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  let hangs = false
  const read = () => (hangs ? new Promise(() => {}) : Promise.resolve({ asOf: Date.now() }))
  app.render(
    <LatchkeyProvider
      config={{
        ...{ projectId: '0'.repeat(32), apiUrl: 'http://127.0.0.1:9' },
        networks: [
          {
            ...{ id: 31337, caipNetworkId: 'eip155:31337', chainNamespace: 'eip155', name: 'Local One' },
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            rpcUrls: { default: { http: [] } },
          },
        ],
        metadata: { name: 'Brass', url: location.origin },
      }}
    >
      <QueryClientProvider client={createQueryClient()}>
        <LanguageContext value={createLanguage()}>
          <ConnectionBar />
          <Price read={read} />
        </LanguageContext>
      </QueryClientProvider>
    </LatchkeyProvider>,
  )
  const pass = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    return element.textContent
  }
  // The page waits 3 s for the list of served networks.
  await expect.poll(async () => [await pass(100), TestStream.opened.length]).toEqual(['', 1])
  TestStream.opened[0]?.live()
  hangs = true
  expect(await pass(14_900)).toBe('')
  await pass(3_200)
  await expect
    .poll(() => element.textContent)
    .toMatch(/^No updates from the server\. Showing data from [12]\ds ago\. Reconnecting\./)
  await expect.element(page.getByRole('button', { name: 'Retry now' })).toBeVisible()

  hangs = false
  TestStream.opened.at(-1)?.live()
  await expect.poll(() => pass(50)).toBe('')
})
