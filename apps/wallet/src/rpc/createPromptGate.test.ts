import { expect, test } from 'vitest'
import { createPromptGate } from './createPromptGate.ts'
import { createPromptTimes, type TextStorage } from './createPromptTimes.ts'

function createStorage(): TextStorage & { entries: Map<string, string> } {
  const entries = new Map<string, string>()
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => {
      entries.set(key, value)
    },
  }
}

function setup({ storage = createStorage() as TextStorage | null } = {}) {
  const clock = { now: 1_000_000 }
  /** Another frame of the same wallet, as after the page mounts it again. */
  const mount = ({ projectId = 'p', origin = 'https://app.example' } = {}) => {
    const times = createPromptTimes({
      storage: () => {
        if (!storage) throw new DOMException('denied', 'SecurityError')
        return storage
      },
      projectId,
      origin: () => origin,
    })
    return createPromptGate({ now: () => clock.now, times })
  }
  return { clock, mount }
}
const prompt = (gate: ReturnType<typeof createPromptGate>) => gate.enter()()

test('default: one prompt at a time, six a minute', () => {
  const { clock, mount } = setup()
  const gate = mount()
  const leave = gate.enter()
  expect(() => gate.enter()).toThrow(expect.objectContaining({ code: 'prompt_open' }))
  leave()
  for (let count = 1; count < 6; count += 1) prompt(gate)
  clock.now += 10_000
  expect(() => gate.enter()).toThrow(expect.objectContaining({ code: 'frame_busy', retryAfter: 50 }))
  clock.now += 50_000
  prompt(gate)
})

test('finding F17: threat 189: a page that mounts the frame again gets no more prompts', () => {
  const { clock, mount } = setup()
  for (let count = 0; count < 6; count += 1) prompt(mount())
  expect(() => mount().enter()).toThrow(expect.objectContaining({ code: 'frame_busy', retryAfter: 60 }))
  // Parallel frames also share the count.
  const [one, other] = [mount(), mount()]
  clock.now += 60_000
  for (let count = 0; count < 3; count += 1) {
    prompt(one)
    prompt(other)
  }
  for (const gate of [one, other, mount()])
    expect(() => gate.enter()).toThrow(expect.objectContaining({ code: 'frame_busy' }))
})

test('finding F17: another origin or project has its own prompts', () => {
  const { mount } = setup()
  for (let count = 0; count < 6; count += 1) prompt(mount())
  prompt(mount({ origin: 'https://other.example' }))
  prompt(mount({ projectId: 'q' }))
})

test('error: without storage, or with unreadable entries, the frame counts for itself', () => {
  const { mount } = setup({ storage: null })
  const gate = mount()
  for (let count = 0; count < 6; count += 1) prompt(gate)
  expect(() => gate.enter()).toThrow(expect.objectContaining({ code: 'frame_busy' }))
  const broken = createStorage()
  broken.entries.set('latchkey-prompts:p:https://app.example', '{"not":"times"}')
  prompt(setup({ storage: broken }).mount())
})
