import type { FrameMessage } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { createDispatcher, type FrameHandlers } from './createDispatcher.ts'

function setup({ validateResults = true }: { validateResults?: boolean } = {}) {
  let time = 0
  const answers: Extract<FrameMessage, { k: 'res' }>[] = []
  const open: { resolve: (value: never) => void; reject: (error: unknown) => void; signal: AbortSignal }[] = []
  const handlers = new Proxy({} as FrameHandlers, {
    get:
      () =>
      (_payload: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise((resolve, reject) => open.push({ resolve, reject, signal })),
  })
  const dispatcher = createDispatcher({
    handlers,
    post: (message) => {
      if (message.k === 'res') answers.push(message)
    },
    now: () => time,
    validateResults,
  })
  const send = (type: string, payload: unknown = {}, id: string = crypto.randomUUID()) => {
    dispatcher.receive({ k: 'req', id, type, payload })
    return id
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return { dispatcher, answers, open, send, settled, tick: (milliseconds: number) => (time += milliseconds) }
}

test('default: spec 7.34: a request is answered once, under its own id', async () => {
  const { answers, open, send, settled } = setup()
  const id = send('isConnected')
  open[0]?.resolve({ isConnected: true } as never)
  await settled()
  expect(answers).toStrictEqual([{ k: 'res', id, ok: true, result: { isConnected: true } }])
})

test('error: threat 11: twenty at once, then twenty a second', () => {
  const { answers, open, send, tick } = setup()
  for (let count = 0; count < 25; count++) send('isConnected')
  expect(open.length).toBe(20)
  expect(answers.length).toBe(5)
  expect(answers[0]).toMatchObject({
    ok: false,
    error: { code: 'frame_busy', message: 'Your wallet is busy. Try again' },
  })
  tick(100)
  send('isConnected')
  send('isConnected')
  send('isConnected')
  expect(open.length).toBe(22)
})

test('error: threat 11: thirty-two open', () => {
  const { answers, open, send, tick } = setup()
  for (let count = 0; count < 40; count++) {
    tick(1_000)
    send('isConnected')
  }
  expect(open.length).toBe(32)
  expect(answers.every((answer) => !answer.ok && answer.error.code === 'frame_busy')).toBe(true)
  expect(answers.length).toBe(8)
})

test('error: an id that was used, open or answered', async () => {
  const { answers, open, send, settled } = setup()
  const id = send('isConnected')
  send('isConnected', {}, id)
  expect(open.length).toBe(1)
  expect(answers).toMatchObject([{ id, ok: false, error: { code: 'frame_request_invalid' } }])
  open[0]?.resolve({ isConnected: false } as never)
  await settled()
  send('isConnected', {}, id)
  expect(open.length).toBe(1)
})

test('behavior: spec 8.36 and 8.37: an aborted request is answered at once and once, with the words of the specification', async () => {
  const { dispatcher, answers, open, send, settled } = setup()
  const plain = send('connectOtp')
  const rpc = send('rpc', { method: 'eth_call' })
  dispatcher.abort({ id: plain })
  dispatcher.abort({})
  expect(answers).toStrictEqual([
    { k: 'res', id: plain, ok: false, error: { code: 'request_aborted', message: 'Something went wrong' } },
    { k: 'res', id: rpc, ok: false, error: { code: 'rpc_aborted', message: 'Request was aborted', rpcCode: -32603 } },
  ])
  expect(open.every(({ signal }) => signal.aborted)).toBe(true)
  for (const { resolve } of open) resolve({} as never)
  await settled()
  expect(answers.length).toBe(2)
})

test('behavior: spec 8.35: a refusal is a code and its message; foreign texts, stacks and causes are not sent', async () => {
  const { answers, open, send, settled } = setup()
  send('getUser')
  send('rpc', { method: 'personal_sign' })
  open[0]?.reject(new Error('SELECT * FROM secrets'))
  open[1]?.reject(new ServiceError('user_rejected', { cause: new Error('inner'), details: 'more' }))
  await settled()
  expect(answers.map((answer) => !answer.ok && answer.error)).toStrictEqual([
    { code: 'frame_error', message: 'An error occurred' },
    { code: 'user_rejected', message: 'The request was declined in the wallet', rpcCode: 4001 },
  ])
})

test('error: an answer that violates the contract', async () => {
  const { answers, open, send, settled } = setup()
  send('isConnected')
  open[0]?.resolve({ isConnected: 'yes' } as never)
  await settled()
  expect(answers[0]).toMatchObject({ ok: false, error: { code: 'response_invalid' } })
})
