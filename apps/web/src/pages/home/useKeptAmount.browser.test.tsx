import type { SwapState } from '@latchkey/core'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useKeptAmount } from './useKeptAmount.ts'

type Kept = Omit<Parameters<typeof useKeptAmount>[0], 'onBack'>

const token = {
  address: 'eip155:1:0x0000000000000000000000000000000000000001',
  decimals: 18,
  logoUri: null,
  name: 'Brass',
  price: null,
  symbol: 'BRASS',
} as unknown as NonNullable<SwapState['form']['from']>
const empty = { form: { from: undefined, to: undefined, amount: '', slippage: 0.5 }, status: 'editing' } as const
const filled = { ...empty, form: { ...empty.form, from: token, to: token, amount: '3' } }
const here = { state: filled, address: '0xA', isHere: true }

const onBack = vi.fn()
let kept: ReturnType<typeof useKeptAmount>

function Probe(parameters: Kept) {
  kept = useKeptAmount({ ...parameters, onBack })
  return null
}

function show() {
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => root.unmount())
  return (parameters: Kept) => flushSync(() => root.render(<Probe {...parameters} />))
}

beforeEach(() => {
  onBack.mockReset()
})

test('default: an amount that was lost with a switch of the network is restored with it, once', () => {
  const render = show()
  render(here)
  flushSync(() => kept.keep('3'))
  expect(kept.amount).toBe('')
  render({ ...here, state: empty, isHere: false })
  expect(kept.amount).toBe('3')
  expect(onBack).not.toHaveBeenCalled()
  render({ ...here, state: empty })
  expect(onBack).toHaveBeenCalledExactlyOnceWith('3')
  render(here)
  render({ ...here })
  expect(onBack).toHaveBeenCalledTimes(1)
})

test('behavior: an amount that was typed before the connection is kept for the account that connects', () => {
  const render = show()
  render({ ...here, address: undefined, isHere: false })
  flushSync(() => kept.keep('3'))
  render({ ...here, state: empty })
  expect(onBack).toHaveBeenCalledExactlyOnceWith('3')
})

test('behavior: it is not restored for another account, nor after a swap', () => {
  const render = show()
  render(here)
  flushSync(() => kept.keep('3'))
  render({ ...here, state: empty, address: '0xB' })
  expect(kept.amount).toBe('')
  render({ ...here, state: { ...filled, status: 'working' } })
  render({ ...here, state: empty })
  expect(kept.amount).toBe('')
  expect(onBack).not.toHaveBeenCalled()
})
