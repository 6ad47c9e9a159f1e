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
/** The page before the one that has the modal, so that going past that one shows. */
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
  /** Presses the browser's Back button and waits until the page is there. */
  const back = async (steps = 1) => {
    const count = pops.mock.calls.length
    history.go(-steps)
    await vi.waitFor(() => expect(pops.mock.calls.length).toBeGreaterThan(count))
  }
  return { modal: latchkey.modal, views, back }
}
const pageOf = () => (history.state as { page: string }).page
const isOpen = async () => (await modalRoot()).querySelector('dialog')?.open

test('behavior: Back leads one view back, and at the first one closes the modal; the page stays where it is', async () => {
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

test('behavior: every entry holds the state that the page’s router keeps there', async () => {
  const { modal } = await renderKit()
  modal.push('WalletSend')
  expect(history.state).toStrictEqual({ ...home, [historyKey]: 2 })
})

test('behavior: closed by itself, it leaves the app’s navigation alone, and one Back leads on', async () => {
  const { modal, back } = await renderKit()
  modal.push('WalletSend')
  modal.close()
  // As an app does when somebody has connected.
  history.pushState({ page: 'inside' }, '', `${location.pathname}?inside`)
  await back()
  expect(pageOf()).toBe('home')
  await back()
  await vi.waitFor(() => expect(pageOf()).toBe('before'))
})

test('behavior: what is left of a closed modal is used again: the history does not grow', async () => {
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

/** A modal of which nothing but its depth is known. */
function follow({ depth, goBack = () => {} }: { depth: () => number; goBack?: () => void }) {
  const getState = () => ({ history: Array.from({ length: depth() }) }) as unknown as ModalState
  onTestFinished(followHistory({ modal: { getState, subscribe: () => () => {} }, goBack }))
}

test('behavior: a reload that left its entries behind opens nothing, and one Back passes over them', async () => {
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

test('behavior: what may not be left stays, and the next Back is the modal’s again', async () => {
  const goBack = vi.fn()
  follow({ depth: () => 1, goBack })
  for (const times of [1, 2, 3]) {
    history.back()
    await vi.waitFor(() => expect(goBack).toHaveBeenCalledTimes(times))
    expect(history.state).toStrictEqual({ ...home, [historyKey]: 1 })
  }
})

test('behavior: state that is no object is left alone', async () => {
  history.replaceState('mine', '')
  follow({ depth: () => 1 })
  expect(history.state).toBe('mine')
})
