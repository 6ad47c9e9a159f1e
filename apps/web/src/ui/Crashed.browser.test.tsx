import { createLatchkey, createStore, type TrackedTransaction, type TransactionsState } from '@latchkey/core'
import { LatchkeyProvider } from '@latchkey/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { LanguageProvider, loadFirstLanguage } from '../language/LanguageProvider.tsx'
import { CrashBoundary } from './CrashBoundary.tsx'
import { Crashed } from './Crashed.tsx'
import { lazyComponent } from './lazyComponent.tsx'

const network = {
  id: 31337,
  caipNetworkId: 'eip155:31337',
  chainNamespace: 'eip155',
  name: 'Local One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
} as const
const offline = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/Second.js'))
const Broken = () => {
  throw new Error('broken')
}

/** Renders a site whose second page loads as the test decides, with a record of requests to its wallet. */
async function show({
  load = async () => Broken,
  Panel,
  asked = [],
}: {
  load?: () => Promise<ComponentType>
  Panel?: ComponentType
  asked?: readonly Partial<TrackedTransaction>[]
}) {
  const Second = lazyComponent(load)
  const root = createRootRoute({
    component: () => (
      <>
        <Link to={'/second' as never}>Go</Link>
        <input aria-label="Amount" />
        {Panel && (
          <CrashBoundary>
            <Suspense>
              <Panel />
            </Suspense>
          </CrashBoundary>
        )}
        <Outlet />
      </>
    ),
  })
  const first = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>The first page</p> })
  const second = createRoute({ getParentRoute: () => root, path: '/second', component: Second })
  const router = createRouter({
    routeTree: root.addChildren([first, second]),
    history: createMemoryHistory(),
    defaultErrorComponent: Crashed,
  })
  const kit = createLatchkey({
    ...{ projectId: '0'.repeat(32), apiUrl: 'http://127.0.0.1:9', networks: [network] },
    metadata: { name: 'Brass', url: 'https://brass.example' },
  })
  const record = createStore<TransactionsState>({ transactions: asked as readonly TrackedTransaction[] })
  const { getState, subscribe } = record
  const element = document.body.appendChild(document.createElement('div'))
  const view = createRoot(element)
  onTestFinished(() => {
    view.unmount()
    element.remove()
    kit.destroy()
  })
  const language = await loadFirstLanguage()
  view.render(
    <LanguageProvider first={language}>
      <LatchkeyProvider latchkey={{ ...kit, transactions: { ...kit.transactions, getState, subscribe } }}>
        <RouterProvider router={router as never} />
      </LatchkeyProvider>
    </LanguageProvider>,
  )
  await expect.element(page.getByText('The first page')).toBeVisible()
  return record
}

const heading = (name: string) => page.getByRole('heading', { name })
const retry = () => page.getByRole('button', { name: 'Retry' })

test('behavior: flaw 2: a page that cannot be fetched shows a retry, and the rest of the site stays', async () => {
  let isOnline = false
  const load = vi.fn(async () => (isOnline ? () => <p>The second page</p> : offline()))
  await show({ load })
  await page.getByLabelText('Amount').fill('0.05')
  await page.getByRole('link', { name: 'Go' }).click()
  await expect.element(heading('This page could not be loaded')).toBeVisible()
  await retry().click()
  // A browser that caches the failed import needs a reload.
  await expect.element(page.getByRole('button', { name: 'Load again' })).toBeVisible()
  isOnline = true
  await retry().click()
  await expect.element(page.getByText('The second page')).toBeVisible()
  await expect.element(page.getByLabelText('Amount')).toHaveValue('0.05')
  expect(load.mock.calls.length).toBeLessThan(6)
})

test('behavior: flaw 2: a page that could not be fetched loads when the browser is online again', async () => {
  let isOnline = false
  await show({ load: async () => (isOnline ? () => <p>The second page</p> : offline()) })
  await page.getByRole('link', { name: 'Go' }).click()
  await expect.element(heading('This page could not be loaded')).toBeVisible()
  isOnline = true
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('The second page')).toBeVisible()
})

test('behavior: flaw 2: a page that throws does not mention money if no wallet was asked', async () => {
  await show({})
  await page.getByRole('link', { name: 'Go' }).click()
  await expect.element(heading('This page stopped working')).toBeVisible()
  await expect.element(page.getByText('Something here failed. Load the page again.')).toBeVisible()
  await expect.element(page.getByLabelText('Amount')).toBeVisible()
})

test.each([
  { type: 'asked' },
  { type: 'uncertain' },
  { type: 'pending', hash: `0x${'1'.repeat(64)}`, slow: false, reorged: false },
] as const)('behavior: flaw 2: a crash names the request to a wallet: $type', async (status) => {
  const record = await show({ asked: [{ id: '1', status }] })
  await page.getByRole('link', { name: 'Go' }).click()
  await expect.element(page.getByText(/may still be pending\. Check Activity/)).toBeVisible()
  record.setState({ transactions: [{ id: '1', status: { type: 'canceled', hash: '0x1' } } as TrackedTransaction] })
  await expect.element(page.getByText(/still be pending/)).not.toBeInTheDocument()
})

test('behavior: a part that throws leaves the rest of the page, and can be tried again', async () => {
  let isBroken = true
  await show({ Panel: () => (isBroken ? <Broken /> : <p>The holders</p>) })
  await expect.element(page.getByText('This part stopped working')).toBeVisible()
  await expect.element(page.getByText('The first page')).toBeVisible()
  isBroken = false
  await retry().click()
  await expect.element(page.getByText('The holders')).toBeVisible()
})

test('behavior: a part that never arrives counts as not loaded after 20 s, and shows when it arrives later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let arrive: (part: ComponentType) => void = () => undefined
  const Panel = lazyComponent(() => new Promise<ComponentType>((resolve) => (arrive = resolve)))
  const preload = Panel.preload()
  await vi.advanceTimersByTimeAsync(20_000)
  await preload
  vi.useRealTimers()
  await show({ Panel })
  await expect.element(page.getByText('This part could not be loaded')).toBeVisible()
  arrive(() => <p>The chart</p>)
  await retry().click()
  await expect.element(page.getByText('The chart')).toBeVisible()
})
