import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestEnvironment, settle, until } from '../../testing/createTestEnvironment.ts'
import { createTestFrame, testWalletUrl } from '../../testing/createTestFrame.ts'
import { frameLoadTimeout, openFrame } from './openFrame.ts'

function prepare() {
  const environment = createTestEnvironment()
  const frame = createTestFrame({ page: environment.page() })
  const [onEvent, onLost, onCancel] = [vi.fn(), vi.fn(), vi.fn()]
  const open = () => {
    const opened = openFrame({
      environment,
      page: environment.page(),
      mountFrame: frame.mountFrame,
      url: new URL('/frame?projectId=x', testWalletUrl),
      title: 'Test Wallet',
      projectId: '0'.repeat(32),
      onEvent,
      onLost,
      onCancel,
    })
    opened.then(
      ({ close }) => onTestFinished(close),
      () => {},
    )
    return opened
  }
  onTestFinished(frame.close)
  const fromWindow = (message: { data: unknown; source: unknown; origin: string }) =>
    environment.page().dispatchEvent(Object.assign(new Event('message'), message))
  return { environment, frame, open, fromWindow, onEvent, onLost }
}

test('default: a hello with a port for one window at one origin, then ready', async () => {
  const { environment, frame, open, onEvent } = prepare()
  const opened = await open()
  expect(frame.hellos).toStrictEqual([
    {
      targetOrigin: testWalletUrl,
      message: { k: 'ew:hello', v: 1, projectId: '0'.repeat(32), nonce: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    },
  ])
  expect(opened.readyAt).toBe(environment.now())
  expect(environment.timers()).toBe(0)
  frame.answers.isConnected = () => ({ isConnected: true })
  await expect(opened.ask('isConnected', {}, new AbortController().signal)).resolves.toStrictEqual({
    isConnected: true,
  })
  frame.say({ name: 'hide' })
  await until(() => onEvent.mock.calls.length > 0)
  expect(onEvent.mock.calls).toStrictEqual([[{ name: 'hide' }]])
})

test('behavior: threat 7: messages of another window of the page get no port', async () => {
  const { frame, open, fromWindow } = prepare()
  frame.behaviour.loads = false
  void open().catch(() => {})
  for (const source of [{ postMessage: () => expect.unreachable() }, null, undefined])
    fromWindow({ data: { k: 'ew:loaded' }, source, origin: testWalletUrl })
  fromWindow({ data: { k: 'ew:else' }, source: frame.window, origin: testWalletUrl })
  fromWindow({ data: 'ew:loaded', source: frame.window, origin: testWalletUrl })
  await settle()
  expect(frame.hellos).toStrictEqual([])
})

test('behavior: threat 9: a frame that navigated to another origin gets no port', async () => {
  const { frame, open, fromWindow } = prepare()
  frame.behaviour.loads = false
  void open().catch(() => {})
  for (const origin of ['https://evil.test', 'null', '', `${testWalletUrl}.evil.test`, 'http://wallet.test'])
    fromWindow({ data: { k: 'ew:loaded' }, source: frame.window, origin })
  await settle()
  expect(frame.hellos).toStrictEqual([])
})

test('behavior: threat 8: a frame that loads a second time ends the channel and gets no second port', async () => {
  const { frame, open, onLost } = prepare()
  const opened = await open()
  const asked = opened.ask('getUser', {}, new AbortController().signal)
  const refused = expect(asked).rejects.toMatchObject({ code: 'frame_failed' })
  frame.answers.getUser = () => undefined
  frame.reload()
  await refused
  expect(onLost).toHaveBeenCalledTimes(1)
  expect(frame.hellos).toHaveLength(1)
  expect(frame.element.mounted).toBe(false)
  await expect(opened.ask('isConnected', {}, new AbortController().signal)).rejects.toMatchObject({
    code: 'frame_failed',
  })
})

test('error: a ready without our nonce ends it', async () => {
  const { environment, frame, open } = prepare()
  frame.behaviour.nonce = () => crypto.randomUUID()
  await expect(open()).rejects.toMatchObject({ code: 'frame_failed' })
  expect([frame.element.mounted, environment.timers()]).toStrictEqual([false, 0])
})

test('error: spec 7.32: a wallet that does not serve this version of the kit reports the reason immediately', async () => {
  const { environment, frame, open } = prepare()
  const message = 'The site’s kit has version 2.0.0, but this wallet serves version 0'
  Object.assign(frame.window, {
    postMessage: (_hello: unknown, _origin: string, [port]: MessagePort[]) =>
      port?.postMessage({ k: 'evt', event: { name: 'alert', code: 'frame_failed', message } }),
  })
  await expect(open()).rejects.toMatchObject({ code: 'frame_failed', details: expect.stringContaining(message) })
  expect([frame.element.mounted, environment.timers()]).toStrictEqual([false, 0])
})

test('error: a frame that is not ready after 10 s', async () => {
  const { environment, frame, open } = prepare()
  frame.behaviour.loads = false
  const failed = expect(open()).rejects.toMatchObject({
    code: 'frame_failed',
    message: 'Unable to load email login dependency',
  })
  await environment.advance(frameLoadTimeout - 1)
  expect(frame.element.mounted).toBe(true)
  await environment.advance(1)
  await failed
  expect(frame.element.mounted).toBe(false)
})

test('behavior: a repeated loaded message of the same document keeps the port, and gives no second one', async () => {
  const { frame, open, onLost } = prepare()
  const opened = await open()
  frame.repeat()
  await settle()
  expect(onLost).not.toHaveBeenCalled()
  expect(frame.hellos).toHaveLength(1)
  frame.answers.isConnected = () => ({ isConnected: true })
  await expect(opened.ask('isConnected', {}, new AbortController().signal)).resolves.toStrictEqual({
    isConnected: true,
  })
})

test.each([
  ['a hello that was lost is said again to who asks for it', 1],
  ['of two hellos the frame takes whichever it likes', 0],
])('behavior: %s', async (_name, index) => {
  const { frame, open } = prepare()
  frame.behaviour.hears = false
  const opening = open()
  await until(() => frame.hellos.length === 1)
  frame.repeat()
  expect(frame.hellos.map(({ targetOrigin }) => targetOrigin)).toStrictEqual([testWalletUrl, testWalletUrl])
  frame.answerHello(index)
  frame.answers.isConnected = () => ({ isConnected: true })
  const { ask } = await opening
  await expect(ask('isConnected', {}, new AbortController().signal)).resolves.toStrictEqual({ isConnected: true })
})

test.each<[string, string, (frame: ReturnType<typeof prepare>['frame']) => void]>([
  ['nothing came into it', '', ({ behaviour }) => Object.assign(behaviour, { loads: false })],
  [
    'another page came into it',
    'loaded ',
    ({ behaviour }) => Object.assign(behaviour, { origin: 'https://evil.test' }),
  ],
  ['it does not answer', 'hello loaded ', ({ behaviour }) => Object.assign(behaviour, { hears: false })],
  [
    'it answers somebody else',
    'hello loaded ready lost ',
    ({ behaviour }) => Object.assign(behaviour, { nonce: () => 'another' }),
  ],
])('error: the details contain the completed steps: %s', async (_name, details, change) => {
  const { environment, frame, open } = prepare()
  change(frame)
  const failed = expect(open()).rejects.toMatchObject({ code: 'frame_failed', details })
  await settle()
  await environment.advance(frameLoadTimeout)
  await failed
})

test('error: a late ready after the timeout opens nothing', async () => {
  const { environment, frame, open, onLost } = prepare()
  frame.behaviour.hears = false
  const failed = expect(open()).rejects.toMatchObject({ code: 'frame_failed' })
  await settle()
  await environment.advance(frameLoadTimeout)
  await failed
  frame.answerHello(0)
  frame.close()
  await settle()
  expect(onLost).not.toHaveBeenCalled()
})

test('error: removed by the page before it was ready', async () => {
  const { frame, open, onLost } = prepare()
  frame.behaviour.hears = false
  const failed = expect(open()).rejects.toMatchObject({ code: 'frame_failed', details: 'hello loaded lost ' })
  await settle()
  frame.takeAway()
  await failed
  expect(onLost).not.toHaveBeenCalled()
})

test('behavior: events before ready are ignored, and so are malformed messages after it', async () => {
  const { frame, open, onEvent } = prepare()
  frame.behaviour.hears = false
  const opening = open()
  await until(() => frame.hellos.length === 1)
  frame.behaviour.nonce = (nonce) => {
    frame.say({ name: 'hide' })
    return nonce
  }
  frame.answerHello(0)
  await opening
  for (const message of [
    null,
    1,
    'x',
    [],
    {},
    { k: 'evt' },
    { k: 'evt', event: null },
    { k: 'res' },
    { k: 'res', id: 1 },
  ])
    frame.post(message)
  frame.say({ name: 'locked' })
  await until(() => onEvent.mock.calls.length > 0)
  expect(onEvent.mock.calls).toStrictEqual([[{ name: 'locked' }]])
})

test('behavior: the frames of two kits on one page are independent', async () => {
  const environment = createTestEnvironment()
  const kits = [0, 1].map(() => createTestFrame({ page: environment.page() }))
  const opened = await Promise.all(
    kits.map((frame) =>
      openFrame({
        environment,
        page: environment.page(),
        mountFrame: frame.mountFrame,
        url: new URL('/frame', testWalletUrl),
        title: 'Test Wallet',
        projectId: '0'.repeat(32),
        onEvent: () => {},
        onLost: () => expect.unreachable(),
        onCancel: () => {},
      }),
    ),
  )
  expect(kits.map(({ hellos }) => hellos.length)).toStrictEqual([1, 1])
  expect(kits[0]?.hellos[0]?.message.nonce).not.toBe(kits[1]?.hellos[0]?.message.nonce)
  for (const [index, { ask }] of opened.entries()) {
    const frame = kits[index]
    if (frame) frame.answers.isConnected = () => ({ isConnected: index === 0 })
    await expect(ask('isConnected', {}, new AbortController().signal)).resolves.toStrictEqual({
      isConnected: index === 0,
    })
  }
  for (const { close } of opened) close()
})
