import { LatchkeyError } from '@latchkey/protocol'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createBrowserEnvironment } from '../../environment/createBrowserEnvironment.ts'
import type { Environment } from '../../environment/Environment.ts'
import { askWindow, windowAnswerTimeout, windowLoadTimeout, windowWatchInterval } from './askWindow.ts'
import type { OpenedWindow } from './openWindow.ts'

const origin = 'https://wallet.example'

/** A frame of this page as a window that the test controls. */
function addWindow(): Window {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  onTestFinished(() => frame.remove())
  if (!frame.contentWindow) throw new Error('The frame is not on the page')
  return frame.contentWindow
}

/** A request to a window at `origin`. The test controls its messages and timers. */
function ask({ signal, request }: { signal?: AbortSignal; request?: Promise<{ id: string }> } = {}) {
  const wallet = addWindow()
  const posted: { message: Record<string, unknown>; target: string }[] = []
  vi.spyOn(wallet, 'postMessage').mockImplementation(((message: Record<string, unknown>, target: string) => {
    posted.push({ message, target })
  }) as Window['postMessage'])
  const timers = new Map<number, { milliseconds: number; callback: () => void }>()
  let ids = 0
  const environment: Environment = {
    ...createBrowserEnvironment({ storage: undefined }),
    setTimeout: (callback, milliseconds) => {
      timers.set(++ids, { callback, milliseconds })
      return ids
    },
    clearTimeout: (timer) => void timers.delete(timer as number),
  }
  const pass = (milliseconds: number) => {
    for (const [id, timer] of [...timers])
      if (timer.milliseconds === milliseconds && timers.delete(id)) timer.callback()
  }
  const close = vi.fn()
  const state = { closed: false }
  const stop = vi.fn()
  const opened: OpenedWindow = { window: wallet, early: [], stop }
  Object.defineProperty(wallet, 'close', { value: close })
  Object.defineProperty(wallet, 'closed', { get: () => state.closed, configurable: true })
  const say = (data: unknown, from: { source?: Window; origin?: string } = {}) => {
    const { source = wallet, origin: at = origin } = from
    window.dispatchEvent(new MessageEvent('message', { data, source, origin: at }))
  }
  const answer = askWindow({
    environment,
    page: window,
    opened,
    origin,
    hello: { site: 'Brass' },
    request: request ?? Promise.resolve({ id: 'ours', content: 'question' }),
    signal,
  })
  const settled = vi.fn()
  answer.then(settled, settled)
  const load = async () => {
    say({ event: 'PopupLoaded', id: 'loaded' })
    await vi.waitUntil(() => posted.length === 2)
  }
  const shut = () => {
    state.closed = true
  }
  return { answer, settled, say, load, posted, pass, timers, close, stop, shut }
}

/** Waits until all pending promises are settled. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

test('default: greets the loaded window, asks it once, takes its answer and closes it', async () => {
  const { answer, say, load, posted, close, stop, timers } = ask()
  expect(stop).toHaveBeenCalledTimes(1)
  await load()
  // A window that loads again is not asked again.
  say({ event: 'PopupLoaded', id: 'again' })
  expect(posted).toStrictEqual([
    { message: { requestId: 'loaded', data: { site: 'Brass' } }, target: origin },
    { message: { id: 'ours', content: 'question' }, target: origin },
  ])
  say({ requestId: 'ours', content: 'answer' })
  expect(await answer).toStrictEqual({ requestId: 'ours', content: 'answer' })
  expect([close.mock.calls.length, timers.size]).toStrictEqual([1, 0])
})

test('behavior: threat: messages of another origin, window or request are ignored', async () => {
  const { answer, settled, say, load, posted } = ask()
  const sibling = addWindow()
  const strangers = [
    { origin: 'https://evil.example' },
    { origin: 'https://wallet.example.evil.example' },
    { origin: 'http://wallet.example' },
    { origin: 'null' },
    // The wallet's origin, in a second window.
    { source: sibling },
    { source: window },
  ]
  for (const from of strangers) say({ event: 'PopupLoaded', id: 'loaded' }, from)
  await settle()
  expect(posted).toStrictEqual([])
  await load()
  for (const from of strangers) {
    say({ requestId: 'ours', content: 'forged' }, from)
    say({ event: 'PopupUnload' }, from)
  }
  for (const data of [{ requestId: 'older' }, { requestId: undefined }, { id: 'ours' }, null, 'ours', []]) say(data)
  await settle()
  expect(settled).not.toHaveBeenCalled()
  say({ requestId: 'ours', content: 'true' })
  expect(await answer).toMatchObject({ content: 'true' })
})

test('behavior: threat: a repeated answer is ignored', async () => {
  const { answer, say, load, settled, close } = ask()
  await load()
  say({ requestId: 'ours', content: 'first' })
  say({ requestId: 'ours', content: 'second' })
  say({ event: 'PopupUnload' })
  await answer
  expect(settled.mock.calls).toStrictEqual([[{ requestId: 'ours', content: 'first' }]])
  expect(close).toHaveBeenCalledTimes(1)
})

test('behavior: an answer from before the request is ignored', async () => {
  const { settled, say, load, answer } = ask()
  say({ requestId: 'ours', content: 'too early' })
  await settle()
  expect(settled).not.toHaveBeenCalled()
  await load()
  say({ requestId: 'ours', content: 'in time' })
  expect(await answer).toMatchObject({ content: 'in time' })
})

test('error: a closed window is detected by its message, or after two checks', async () => {
  const told = ask()
  await told.load()
  told.say({ event: 'PopupUnload' })
  await expect(told.answer).rejects.toMatchObject({ code: 'user_rejected', details: 'The window was closed' })

  const seen = ask()
  seen.shut()
  seen.pass(windowWatchInterval)
  await settle()
  // Its last message may still arrive.
  expect(seen.settled).not.toHaveBeenCalled()
  seen.pass(windowWatchInterval)
  await expect(seen.answer).rejects.toMatchObject({
    code: 'user_rejected',
    details: expect.stringContaining('Cross-Origin-Opener-Policy'),
  })

  const late = ask()
  await late.load()
  late.shut()
  late.pass(windowWatchInterval)
  late.say({ requestId: 'ours', content: 'just in time' })
  expect(await late.answer).toMatchObject({ content: 'just in time' })
})

test('error: a window that never loads, and a visitor who never decides', async () => {
  const slow = ask()
  slow.pass(windowLoadTimeout)
  await expect(slow.answer).rejects.toMatchObject({ code: 'wallet_timeout' })
  expect(slow.close).toHaveBeenCalledTimes(1)
  const undecided = ask()
  await undecided.load()
  undecided.pass(windowLoadTimeout)
  await settle()
  expect(undecided.settled).not.toHaveBeenCalled()
  undecided.pass(windowAnswerTimeout)
  await expect(undecided.answer).rejects.toMatchObject({ code: 'wallet_timeout' })
})

test('error: aborted before and during the request, and a request that could not be created', async () => {
  const gone = new AbortController()
  gone.abort()
  await expect(ask({ signal: gone.signal }).answer).rejects.toMatchObject({ code: 'request_aborted' })
  const abort = new AbortController()
  const open = ask({ signal: abort.signal })
  await open.load()
  abort.abort()
  await expect(open.answer).rejects.toMatchObject({ code: 'request_aborted' })
  expect([open.close.mock.calls.length, open.timers.size]).toStrictEqual([1, 0])
  const unmade = ask({ request: Promise.reject(new LatchkeyError('wallet_disconnected')) })
  unmade.say({ event: 'PopupLoaded', id: 'loaded' })
  await expect(unmade.answer).rejects.toMatchObject({ code: 'wallet_disconnected' })
  expect(unmade.close).toHaveBeenCalledTimes(1)
})
