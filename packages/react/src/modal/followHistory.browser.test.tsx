import type { ModalState } from '@latchkey/core'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createFixtureLatchkey } from '../../gallery/createFixtureLatchkey.ts'
import { connected } from '../../gallery/fixtures.ts'
import { inModal, modalRoot } from '../../test/modalRoot.ts'
import { renderApp } from '../../test/renderApp.tsx'
import { LatchkeyProvider } from '../provider/LatchkeyProvider.tsx'
import { followHistory, historyKey } from './followHistory.ts'

const pops = vi.fn()
const onPop = ({ state }: PopStateEvent) => pops((state as { page?: string } | null)?.page)
/** The page before the one with the modal, to detect a step past that page. */
const before = { page: 'before', key: 'b' }
const home = { page: 'home', key: 'h' }

beforeEach(() => {
  history.pushState(before, '', `${location.pathname}?before`)
  history.pushState(home, '', `${location.pathname}?home`)
  pops.mockReset()
  window.addEventListener('popstate', onPop)
})
afterEach(() => window.removeEventListener('popstate', onPop))

async function renderKit() {
  const latchkey = createFixtureLatchkey({ connection: connected })
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <p>Page</p>
    </LatchkeyProvider>,
  )
  void latchkey.modal.open({ view: 'Account' })
  await inModal('dialog[open]')
  await vi.waitFor(() => expect(history.state).toMatchObject({ [historyKey]: 1 }))
  const views = () => latchkey.stores.modal.getState().history.map(({ name }) => name)
  /** Presses the browser's Back button and waits for the page. */
  const back = async (steps = 1) => {
    const count = pops.mock.calls.length
    history.go(-steps)
    await vi.waitFor(() => expect(pops.mock.calls.length).toBeGreaterThan(count))
  }
  return { modal: latchkey.modal, views, back }
}
const pageOf = () => (history.state as { page: string }).page
const isOpen = async () => (await modalRoot()).querySelector('dialog')?.open

test('behavior: Back returns to the last view, and closes the modal at the first one, while the page stays', async () => {
  const { modal, views, back } = await renderKit()
  modal.push('WalletSend')
  modal.push('WalletSendSelectToken')
  await back()
  expect(views()).toStrictEqual(['Account', 'WalletSend'])
  await back()
  expect(views()).toStrictEqual(['Account'])
  await back()
  expect(views()).toStrictEqual([])
  await vi.waitFor(async () => expect(await isOpen()).toBe(false))
  expect(location.search).toBe('?home')
  await back()
  expect([pageOf(), location.search]).toStrictEqual(['before', '?before'])
})

test('behavior: every entry keeps the state of the page’s router', async () => {
  const { modal } = await renderKit()
  modal.push('WalletSend')
  expect(history.state).toStrictEqual({ ...home, [historyKey]: 2 })
})

test('behavior: a modal that the kit closes does not affect the app’s navigation, and one Back leads on', async () => {
  const { modal, back } = await renderKit()
  modal.push('WalletSend')
  modal.close()
  // As an app does after a connection.
  history.pushState({ page: 'inside' }, '', `${location.pathname}?inside`)
  await back()
  expect(pageOf()).toBe('home')
  await back()
  await vi.waitFor(() => expect(pageOf()).toBe('before'))
})

test('behavior: uses the entries of a closed modal again, so that the history does not grow', async () => {
  const { modal, views, back } = await renderKit()
  modal.push('WalletSend')
  modal.goBack()
  const { length } = history
  modal.push('Receive')
  modal.close()
  void modal.open({ view: 'Account' })
  expect(history.length).toBe(length)
  await back()
  expect(views()).toStrictEqual([])
  expect(pageOf()).toBe('home')
})

/** Follows a modal with a given depth. */
function follow({ depth, goBack = () => {} }: { depth: () => number; goBack?: () => void }) {
  const getState = () => ({ history: Array.from({ length: depth() }) }) as unknown as ModalState
  onTestFinished(followHistory({ modal: { getState, subscribe: () => () => {} }, goBack }))
}

test('behavior: a reload with left-over entries opens nothing, and one Back skips them', async () => {
  const goBack = vi.fn()
  for (const position of [0, 1, 2]) {
    const state = { ...home, [historyKey]: position }
    if (position === 0) history.replaceState(state, '')
    else history.pushState(state, '')
  }
  follow({ depth: () => 0, goBack })
  history.back()
  await vi.waitFor(() => expect(pageOf()).toBe('before'))
  expect(goBack).not.toHaveBeenCalled()
})

test('behavior: a view that refuses to close stays, and the modal handles the next Back again', async () => {
  const goBack = vi.fn()
  follow({ depth: () => 1, goBack })
  for (const times of [1, 2, 3]) {
    history.back()
    await vi.waitFor(() => expect(goBack).toHaveBeenCalledTimes(times))
    expect(history.state).toStrictEqual({ ...home, [historyKey]: 1 })
  }
})

test('behavior: does not change state that is not an object', async () => {
  history.replaceState('mine', '')
  follow({ depth: () => 1 })
  expect(history.state).toBe('mine')
})
