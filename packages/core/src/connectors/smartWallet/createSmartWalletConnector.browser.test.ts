import { smartWalletPage } from '@latchkey/testkit/smartWallet'
import { verifyMessage } from 'viem/utils'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createBrowserEnvironment } from '../../environment/createBrowserEnvironment.ts'
import type { Environment } from '../../environment/Environment.ts'
import type { LatchkeyConfig } from '../../LatchkeyConfig.ts'
import { localOne, localTwo } from '../../testing/testNetworks.ts'
import type { ConnectorEvent, Eip1193Provider } from '../Connector.ts'
import { createSmartWalletConnector } from './createSmartWalletConnector.ts'

const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const capabilities = { '0x7a69': { atomic: { status: 'supported' } } }
const install = new URL('../../../../testkit/src/exports/smartWallet.ts', import.meta.url).href

afterEach(async () => {
  localStorage.clear()
  await new Promise((resolve) => {
    const request = indexedDB.deleteDatabase('latchkey-smart-wallet')
    request.onsuccess = request.onerror = request.onblocked = resolve
  })
})

/** A site with a smart wallet, whose windows the test controls. */
function createSite({
  options = { capabilities },
  environment,
}: {
  options?: Record<string, unknown>
  environment?: Partial<Environment>
} = {}) {
  const page = { accounts: [{ privateKey }], chains: { 31337: location.origin, 31338: location.origin }, ...options }
  const html = `<!doctype html><html lang="en"><body><script type="module">
    import { installSmartWalletPage } from '${install}'
    installSmartWalletPage(${JSON.stringify(page)})
  </script></body></html>`
  const url = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
  const windows: Window[] = []
  const { open } = window
  const opening = vi.spyOn(window, 'open').mockImplementation((...args) => {
    const opened = open.apply(window, args)
    if (opened) windows.push(opened)
    return opened
  })
  onTestFinished(() => {
    for (const opened of windows) opened.close()
    opening.mockRestore()
    URL.revokeObjectURL(url)
  })
  const config: LatchkeyConfig = {
    projectId: '0'.repeat(32),
    apiUrl: 'https://api.example',
    networks: [localOne, localTwo],
    metadata: { name: 'Brass', url: 'https://brass.example' },
    connectors: { smartWallet: { name: 'Passkey wallet', url } },
  }
  const fetched: string[] = []
  const visit = () => {
    const connector = createSmartWalletConnector({
      config,
      environment: {
        ...createBrowserEnvironment({ storage: undefined }),
        fetch: async (input, init) => {
          fetched.push(`${input} ${init?.body}`)
          return Response.json({ jsonrpc: '2.0', id: 0, result: '0x10' })
        },
        ...environment,
      },
    })
    if (!connector) throw new Error('The wallet is configured')
    return connector
  }
  const connector = visit()
  const provider = () => connector.getProvider() as Eip1193Provider
  /** Presses a button in the newest window. */
  const press = async (name: string) => {
    const button = await vi.waitUntil(
      () => {
        const root = windows.at(-1)?.document?.querySelector('latchkey-sandbox-wallet')?.shadowRoot
        return [...(root?.querySelectorAll<HTMLElement>('dialog button') ?? [])].find((it) => it.textContent === name)
      },
      { timeout: 8_000 },
    )
    button.click()
  }
  const connect = async (signal = new AbortController().signal) => {
    const session = connector.connect({ silent: false, signal })
    session.catch(() => {})
    await press('Connect')
    return session
  }
  return { connector, provider, press, connect, visit, windows, opening, fetched, config }
}

const signal = new AbortController().signal

test('default: connect, sign, read, switch; one window for each decision, and none before', async () => {
  const { connector, provider, connect, press, windows, opening, fetched } = createSite()
  expect(connector.info).toStrictEqual({
    id: 'smartWallet',
    namespace: 'eip155',
    name: 'Passkey wallet',
    icon: null,
    rdns: null,
    type: 'smartWallet',
  })
  expect(await connector.connect({ silent: true, signal })).toBeUndefined()
  expect(await provider().request({ method: 'eth_accounts' })).toStrictEqual([])
  expect([opening.mock.calls.length, fetched.length]).toStrictEqual([0, 0])

  expect(await connect()).toStrictEqual({
    accounts: [{ namespace: 'eip155', address: ada, type: 'smartAccount' }],
    chainId: 'eip155:31337',
  })
  expect(windows).toHaveLength(1)
  await vi.waitUntil(() => windows[0]?.closed)

  const events: ConnectorEvent[] = []
  connector.subscribe((event) => events.push(event))
  const signing = provider().request({ method: 'personal_sign', params: ['0x48656c6c6f', ada] })
  // The window opens within the caller's task.
  expect(windows).toHaveLength(2)
  await press('Sign')
  const signature = (await signing) as `0x${string}`
  expect(await verifyMessage({ address: ada, message: 'Hello', signature })).toBe(true)

  expect(await provider().request({ method: 'eth_chainId' })).toBe('0x7a69')
  expect(await provider().request({ method: 'net_version' })).toBe('31337')
  expect(await provider().request({ method: 'eth_coinbase' })).toBe(ada)
  expect(await provider().request({ method: 'wallet_getCapabilities', params: [ada] })).toStrictEqual(capabilities)
  expect(await provider().request({ method: 'eth_blockNumber' })).toBe('0x10')
  expect(fetched[0]).toMatch(/^https:\/\/api\.example\/v1\?chainId=eip155%3A31337&projectId=0{32} .*"eth_blockNumber"/)

  const move = (chainId: string) => provider().request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  await move('0x7a6a')
  await expect(move('0x1')).rejects.toMatchObject({ code: 4902 })
  expect(events).toStrictEqual([{ type: 'chainChanged', chainId: 'eip155:31338' }])
  await expect(provider().request({ method: 'wallet_getSnaps' })).rejects.toMatchObject({ code: 4200 })
  expect([opening.mock.calls.length, fetched.length]).toStrictEqual([2, 1])
})

test('behavior: restored without a window after a reload; removed by a disconnect', async () => {
  const { connect, connector, visit, opening } = createSite()
  const session = await connect()
  const again = visit()
  expect(await again.connect({ silent: true, signal })).toStrictEqual(session)
  const provider = again.getProvider() as Eip1193Provider
  expect(await provider.request({ method: 'eth_accounts' })).toStrictEqual([ada])
  const events: ConnectorEvent[] = []
  connector.subscribe((event) => events.push(event))
  await connector.disconnect()
  expect(events).toStrictEqual([{ type: 'disconnected' }])
  expect(await visit().connect({ silent: true, signal })).toBeUndefined()
  expect(opening).toHaveBeenCalledTimes(1)
  // Another tab notices the end of the connection on its next request, and does not use the old keys.
  await expect(provider.request({ method: 'personal_sign', params: ['0x00', ada] })).rejects.toMatchObject({
    code: 4100,
  })
  expect(await provider.request({ method: 'eth_accounts' })).toStrictEqual([])
})

test('error: declined and closed are both a rejection, and the next click asks again', async () => {
  const { connector, provider, press, windows, connect } = createSite()
  const declined = connector.connect({ silent: false, signal })
  declined.catch(() => {})
  await press('Reject')
  await expect(declined).rejects.toMatchObject({ code: 'user_rejected' })
  const closed = connector.connect({ silent: false, signal })
  closed.catch(() => {})
  await vi.waitUntil(() => windows[1]?.document.querySelector('h1')?.textContent === smartWalletPage.name)
  windows[1]?.close()
  await expect(closed).rejects.toMatchObject({ code: 'user_rejected' })
  await connect()
  const signing = provider().request({ method: 'personal_sign', params: ['0x00', ada] })
  signing.catch(() => {})
  await press('Reject')
  await expect(signing).rejects.toMatchObject({ code: 4001, message: 'User rejected the request.' })
  expect(windows.every(({ closed: isClosed }) => isClosed)).toBe(true)
})

test('error: a blocked window is reported; the next click may open it', async () => {
  const { connector, opening, connect } = createSite()
  opening.mockImplementationOnce(() => null)
  await expect(connector.connect({ silent: false, signal })).rejects.toMatchObject({ code: 'popup_blocked' })
  expect((await connect())?.chainId).toBe('eip155:31337')
})

test('error: one request at a time; an abort closes the window', async () => {
  const { connector, provider, opening, windows } = createSite()
  const abort = new AbortController()
  const first = connector.connect({ silent: false, signal: abort.signal })
  first.catch(() => {})
  await vi.waitUntil(() => windows[0]?.document.querySelector('h1'))
  await expect(connector.connect({ silent: false, signal })).rejects.toMatchObject({ code: 'wallet_busy' })
  await expect(provider().request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: -32002 })
  expect([opening.mock.calls.length, windows[0]?.closed]).toStrictEqual([1, false])
  abort.abort()
  await expect(first).rejects.toMatchObject({ code: 'request_aborted' })
  await vi.waitUntil(() => windows[0]?.closed)
})

test('behavior: with two clicks before the code is loaded, one window stays', async () => {
  const { connector, windows, press } = createSite()
  const first = connector.connect({ silent: false, signal })
  const second = connector.connect({ silent: false, signal })
  expect(windows).toHaveLength(2)
  await expect(second).rejects.toMatchObject({ code: 'wallet_busy' })
  await vi.waitUntil(() => windows[1]?.closed)
  windows.pop()
  await press('Connect')
  expect((await first)?.chainId).toBe('eip155:31337')
})

test("behavior: the app's preferred network if the wallet offers it; else the wallet’s first", async () => {
  const { connector, press } = createSite()
  const reach = async (chainId: 'eip155:31338' | 'eip155:1') => {
    const session = connector.connect({ silent: false, signal, chainId })
    await press('Connect')
    return (await session)?.chainId
  }
  expect(await reach('eip155:31338')).toBe('eip155:31338')
  expect(await reach('eip155:1')).toBe('eip155:31337')
})

test('error: unreadable capabilities fail when they are requested, and block nothing else', async () => {
  const { connect, provider } = createSite({ options: { capabilities: { '0x7a69': 'many' } } })
  await connect()
  await expect(provider().request({ method: 'wallet_getCapabilities', params: [ada] })).rejects.toMatchObject({
    message: 'Error parsing wallet capabilities',
  })
})

test('behavior: an app without a smart wallet has no connector for one', () => {
  const { config } = createSite()
  const { connectors: _, ...without } = config
  const environment = createBrowserEnvironment({ storage: undefined })
  expect(createSmartWalletConnector({ config: without, environment })).toBeUndefined()
})
