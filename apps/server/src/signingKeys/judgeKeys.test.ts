import { describe, expect, test } from 'vitest'
import { judgeKeys } from './judgeKeys.ts'

const plan = { renewAfter: 100, publishAhead: 10, keepAfter: 20 }
const now = 1_000
const key = (age: number, canSign = true) => ({ age, canSign, createdAt: new Date(now - age) })
const judge = (...keys: ReturnType<typeof key>[]) => {
  const { signer, isDue, over } = judgeKeys({ keys, canSign: ({ canSign }) => canSign, plan, now })
  return { signer: signer?.age, isDue, over: over.map(({ age }) => age) }
}

describe('the signing key', () => {
  test('default', () => {
    expect(judge(key(50))).toEqual({ signer: 50, isDue: false, over: [] })
    expect(judge()).toEqual({ signer: undefined, isDue: true, over: [] })
  })

  test('behavior: a new key is published before it signs, but signs at once if there is no other', () => {
    expect(judge(key(9), key(109))).toEqual({ signer: 109, isDue: false, over: [] })
    expect(judge(key(10), key(109))).toEqual({ signer: 10, isDue: false, over: [] })
    expect(judge(key(0))).toEqual({ signer: 0, isDue: false, over: [] })
    expect(judge(key(5), key(110))).toEqual({ signer: 5, isDue: false, over: [] })
    // Of two that were created together, the one that was published first.
    expect(judge(key(3), key(5))).toMatchObject({ signer: 5 })
  })

  test('behavior: an old key gets a successor, signs until that one does, and is kept for its last tokens', () => {
    expect(judge(key(99))).toMatchObject({ signer: 99, isDue: false })
    expect(judge(key(100))).toMatchObject({ signer: 100, isDue: true })
    expect(judge(key(110))).toEqual({ signer: undefined, isDue: true, over: [] })
    expect(judge(key(50), key(129))).toMatchObject({ over: [] })
    expect(judge(key(50), key(130))).toMatchObject({ over: [130] })
  })

  test('behavior: a key with a private half that does not open signs nothing, and is kept for other processes’ tokens', () => {
    expect(judge(key(50, false))).toEqual({ signer: undefined, isDue: true, over: [] })
    expect(judge(key(20, false), key(50))).toEqual({ signer: 50, isDue: false, over: [] })
  })
})
